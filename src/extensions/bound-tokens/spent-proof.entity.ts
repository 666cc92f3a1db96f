import { defineEntity } from '@mikro-orm/core';

const SpentProofSchema = defineEntity({
  name: 'SpentProof',
  properties: (p) => ({
    /** A digest of key and `jti`. */
    id: p.text().primary(),
    /** From then on it is refused for its `iat` anyway. */
    expiresAt: p.datetime(3).index(),
  }),
});

/** A DPoP proof that was used, in any process. */
export class SpentProof extends SpentProofSchema.class {}
SpentProofSchema.setClass(SpentProof);
