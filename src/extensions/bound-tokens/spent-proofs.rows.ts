import type { Sql } from '../../platform/database/database.ts';
import { compiled, text, timestamptz } from '../../platform/statements/compiled.ts';
import { SpentProof } from './spent-proof.entity.ts';

/** The unique id decides: of two requests with one proof, in any processes, the second inserts nothing. */
const SPEND_PROOF = compiled(
  'spend_proof',
  { entities: [SpentProof], parameters: { id: text, expiresAt: timestamptz }, writes: 'lock' },
  (tables, { id, expiresAt }) =>
    tables
      .insertInto('SpentProof')
      .values({ id, expiresAt })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
);

/** Checks whether a proof, by its id, is used for the first time in any process; remembers it until `expiresAt`. */
export type SpendProof = (id: string, expiresAt: Date) => Promise<boolean>;

export function spendProofsIn(sql: Sql): SpendProof {
  return async (id, expiresAt) => (await sql.run(SPEND_PROOF, { id, expiresAt: expiresAt.toISOString() })).length === 1;
}
