import { defineEntity } from '@mikro-orm/core';

const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: p.text().index(),
    /** Of all keys of the partner: anyone who knows it may read their public parts, and learns nobody's name. */
    setId: p.uuid().index(),
    /** Ed25519, the base64 of 32 bytes. */
    publicKey: p.text(),
    /** Encrypted, see `platform/secrets/secret-box.ts`. */
    sealedKey: p.text(),
    /** Since when it is published among the partner's keys. */
    publishedAt: p.datetime(3).defaultRaw('now()'),
    /** Null: it is the next one. */
    signsFrom: p.datetime(3).nullable(),
    /** Until when a former key signs along; null: it is none. */
    signsUntil: p.datetime(3).nullable(),
  }),
  indexes: [
    {
      name: 'signing_key_next_unique',
      expression: 'create unique index signing_key_next_unique on signing_key (partner_id) where signs_from is null',
    },
  ],
});

/** A key that signs what a partner gets. Each has its own, or one's message would pass at another's endpoint. */
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);
