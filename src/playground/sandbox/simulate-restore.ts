import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** A function of the owner's: partners write no epochs otherwise. */
const OPEN_PARTNER_EPOCH = statement<SimulatedRestore>(
  'open_partner_epoch',
  'select former as "epoch", "position"::text as "position" from open_partner_epoch($1)',
);

/** The epoch that is over, and the last position of the log that belongs to it. */
export interface SimulatedRestore {
  readonly epoch: number;
  readonly position: string;
}

/** Opens an epoch for one partner, as if what came after now had been lost by a restore. */
export function simulateRestore(database: Database, partnerId: string): Promise<SimulatedRestore> {
  return database.transaction(async (transaction) => {
    const [restore] = await transaction.run(OPEN_PARTNER_EPOCH, [partnerId]);
    if (restore === undefined) throw new Error("The log has no head, or is not the partner's.");
    return restore;
  });
}
