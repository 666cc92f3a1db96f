import { defineEntity } from '@mikro-orm/core';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  properties: (p) => ({
    partnerId: p.text().primary(),
    mutation: p.text().primary(),
    key: p.uuid().primary(),
    fingerprint: p.text(),
    resultId: p.uuid(),
    /** From this instant on the key is free for another input. */
    expiresAt: p.datetime(3),
    /** When its result was created. The outcome can be queried for longer than it is replayed. */
    succeededAt: p.datetime(3).defaultRaw('now()').index(),
  }),
});

/** The result of an idempotency key, from its first success until it expires. Only successes are stored. */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);
