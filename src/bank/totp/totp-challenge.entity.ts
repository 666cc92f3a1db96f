import { defineEntity } from '@mikro-orm/core';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';

const TotpChallengeSchema = defineEntity({
  name: 'TotpChallenge',
  properties: (p) => ({
    id: p.uuid().primary(),
    digest: p.text(),
    partnerId: p.text(),
    document: p.text(),
    keyType: p.enum(() => AddressingKeyType).nativeEnumName('addressing_key_type'),
    keyValue: p.text(),
    secret: p.text(),
    wrongCodes: p.smallint(),
    lastWrongAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).index(),
  }),
  indexes: [
    { properties: ['partnerId', 'keyValue', 'keyType', 'createdAt'] },
    { properties: ['partnerId', 'document', 'createdAt'] },
  ],
});

/** A code that was sent. The right code, or too many wrong ones, ends it; its row counts for a day. */
export class TotpChallenge extends TotpChallengeSchema.class {}
TotpChallengeSchema.setClass(TotpChallenge);
