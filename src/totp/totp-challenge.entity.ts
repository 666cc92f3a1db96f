import { defineEntity } from '@mikro-orm/core';
import { AddressingKeyType } from '../pix/addressing-key.enum.ts';

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
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).index(),
  }),
});

/** A code that was sent and is waited for. With the right code, or too many wrong ones, the row goes. */
export class TotpChallenge extends TotpChallengeSchema.class {}
TotpChallengeSchema.setClass(TotpChallenge);
