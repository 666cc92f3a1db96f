import { defineEntity } from '@mikro-orm/core';

const SpentProofSchema = defineEntity({
  name: 'SpentProof',
  properties: (p) => ({
    /** A digest of key and `jti`. */
    id: p.text().primary(),
    /** From then on its `iat` is reason enough to refuse it. */
    expiresAt: p.datetime(3).index(),
  }),
});

/** A DPoP proof that was taken once, at whatever process. */
export class SpentProof extends SpentProofSchema.class {}
SpentProofSchema.setClass(SpentProof);
