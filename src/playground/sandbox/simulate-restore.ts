import type { Database } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Calls a function that runs as the owner, as partners must not write epochs themselves. */
const OPEN_PARTNER_EPOCH = statement(
  'open_partner_epoch',
  'select former as "epoch", "position"::text as "position" from open_partner_epoch($1)',
  { neverNull: ['epoch', 'position'] },
);

/** The epoch that has ended, and its last position. */
export type SimulatedRestore = RowOf<typeof OPEN_PARTNER_EPOCH>;

/** Opens an epoch for one partner, as if a restore had lost everything after its last event. */
export function simulateRestore(database: Database, partnerId: string): Promise<SimulatedRestore> {
  return database.transaction(async (transaction) => {
    const [restore] = await transaction.run(OPEN_PARTNER_EPOCH, [partnerId]);
    if (restore === undefined) throw new Error("The log has no head, or is not the partner's.");
    return restore;
  });
}
