import type { Perform } from '../../../bank/elsewhere.port.ts';
import type { CashInRow } from '../../../bank/cash-ins/cash-in.rows.ts';
import type { ReceiveCashInDependencies } from '../../../bank/cash-ins/receive-cash-in.ts';
import type { WithoutDatabase } from '../../../platform/database/caller.ts';
import type { Made } from '../../../platform/idempotency/once-per-key.ts';
import { clearCashIn, type ClearedCashIn } from './clear-cash-in.ts';
import { recordCashIn, type RecordCashInCommand } from './record-cash-in.ts';

/** Posts money that was received. */
export type RecordCashIn = Perform<RecordCashInCommand, Made<CashInRow>>;
/** Clears a cash-in. */
export type ClearCashIn = Perform<string, ClearedCashIn>;

/** What of cash-ins may happen elsewhere. */
interface ReceiptsElsewhere {
  readonly recordCashIn?: RecordCashIn;
  readonly clearCashIn?: ClearCashIn;
}

declare module '../../../ports.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an extension adds what of it may happen elsewhere
  interface Elsewhere extends ReceiptsElsewhere {}
}

export interface ReceiptNeeds extends WithoutDatabase<ReceiveCashInDependencies> {
  readonly elsewhere: ReceiptsElsewhere;
}

/** Posts money elsewhere, or here. */
export function recordCashInPort({ elsewhere, ...needs }: ReceiptNeeds): RecordCashIn {
  return (
    elsewhere.recordCashIn ??
    (({ database, requester }, command) => recordCashIn({ ...needs, database }, requester, command))
  );
}

/** Clears cash-ins elsewhere, or here. */
export function clearCashInPort({ elsewhere, ...needs }: ReceiptNeeds): ClearCashIn {
  return (
    elsewhere.clearCashIn ??
    (({ database, requester: { partnerId } }, cashInId) => clearCashIn({ ...needs, database }, { partnerId, cashInId }))
  );
}
