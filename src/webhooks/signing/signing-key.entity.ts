import { defineEntity } from '@mikro-orm/core';

const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: p.text().index(),
    /** Shared by all keys of the partner: it gives access to their public parts, and reveals no partner. */
    setId: p.uuid().index(),
    /** Ed25519, the base64 of 32 bytes. */
    publicKey: p.text(),
    /** Encrypted, see `platform/secrets/secret-box.ts`. */
    sealedKey: p.text(),
    /** Start of its publication among the partner's keys. */
    publishedAt: p.datetime(3).defaultRaw('now()'),
    /** Null for the next key. */
    signsFrom: p.datetime(3).nullable(),
    /** End of a previous key's signing; null for the current and the next key. */
    signsUntil: p.datetime(3).nullable(),
  }),
  indexes: [
    {
      name: 'signing_key_next_unique',
      expression: 'create unique index signing_key_next_unique on signing_key (partner_id) where signs_from is null',
    },
  ],
});

/**
 * A key that signs messages to a partner. Each partner has its own, or a message to one would pass at another's
 * endpoint.
 */
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);
