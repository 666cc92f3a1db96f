import { Migration20261129000200_bound_tokens } from '../../../migrations/Migration20261129000200_bound_tokens.ts';
import type { Capability } from '../../capability.ts';
import { EXPIRY_REST_MS, forgetExpired } from '../../platform/loops/retention.ts';
import { SpentProof } from './spent-proof.entity.ts';

/** Remembers which proofs were used, so that none is used twice. */
export const boundTokensCapability: Capability = {
  folder: 'extensions/bound-tokens',
  neighbours: ['bank/partners'],
  entities: [SpentProof],
  migrations: [Migration20261129000200_bound_tokens],
  apiRights: [{ entity: SpentProof, may: ['select', 'insert'] }],
  retention: [
    { name: 'spent-proofs', restMs: EXPIRY_REST_MS, forget: forgetExpired('forget_spent_proofs', 'spent_proof') },
  ],
};
