import { cashInEvents } from '../../../bank/cash-ins/cash-in.events.ts';
import type { CashInRow } from '../../../bank/cash-ins/cash-in.rows.ts';
import type { EventLog } from '../../../events/log/event-log.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import { Unchanged, type Database } from '../../../platform/database/database.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import { BOOK_CLEARED } from '../books/booking.rows.ts';
import { entryIds } from '../books/entry-ids.ts';
import { CLAIM_CLEARINGS, CLEAR_CASH_IN, LOCK_ACCOUNT_OF_CASH_IN } from './clearing.rows.ts';
import { cashInNotFound } from './receipt.errors.ts';

/** Cash-ins that a worker clears in one run. */
const BATCH_SIZE = 20;
/** After how many seconds a cash-in is cleared whose worker was killed. */
const AGAIN_SECONDS = 15;

export interface ClearCashInDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

export interface HeldCashIn {
  readonly partnerId: string;
  readonly cashInId: string;
}

export interface ClearedCashIn {
  readonly row: CashInRow;
  /** False if it was CLEARED before. */
  readonly changed: boolean;
}

/** Clears a cash-in that is held, whatever the status of its account. Its entries and its event commit together. */
export function clearCashIn(
  { database, eventLog, clock, random }: ClearCashInDependencies,
  { partnerId, cashInId }: HeldCashIn,
): Promise<ClearedCashIn | ReturnType<typeof cashInNotFound>> {
  return database.transaction<ClearedCashIn | ReturnType<typeof cashInNotFound>>(async (transaction) => {
    const clearedAt = clock.now();
    const cleared = { partnerId, cashInId, clearedAt: clearedAt.toISOString() };
    const [[found], [held]] = await transaction.pipeline((pipelined) =>
      Promise.all([
        pipelined.run(LOCK_ACCOUNT_OF_CASH_IN, { partnerId, cashInId }),
        pipelined.run(CLEAR_CASH_IN, cleared),
      ]),
    );
    if (found === undefined) return cashInNotFound();
    const { companyKey, branch, number, ...row } = found;
    if (held === undefined) return new Unchanged({ row, changed: false });
    const requester = { partnerId, companyKey, correlationId: held.correlationId };
    const reception = { cashIn: row, rail: row.rail, account: { branch, number }, requester };
    const received = { ...reception, at: instantOf(row.createdAt), clearedAt };
    const event = cashInEvents(received, random).cleared;
    const booking = [entryIds(random, clearedAt), partnerId, cashInId, row.accountId, row.amount] as const;
    transaction.afterCommit(eventLog.wake);
    return transaction.pipelineWithCommit(async (pipelined) => {
      await Promise.all([
        pipelined.run(BOOK_CLEARED, [...booking, cleared.clearedAt]),
        eventLog.record(pipelined, event),
      ]);
      return { row, changed: true };
    });
  });
}

/** Clears the cash-ins that are due, each in its own transaction. @returns whether there may be more */
export async function clearDue(dependencies: ClearCashInDependencies): Promise<boolean> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const againAt = new Date(now.getTime() + AGAIN_SECONDS * 1_000);
  const due = await database.run(CLAIM_CLEARINGS, [now, againAt, BATCH_SIZE]);
  const endings = await Promise.allSettled(due.map((held) => clearCashIn(dependencies, held)));
  // A failure does not hold up the others, and is retried.
  for (const ending of endings) if (ending.status === 'rejected') throw ending.reason;
  return due.length === BATCH_SIZE;
}
