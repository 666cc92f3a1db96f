import type { Database, Sql, Transaction } from '../database/database.ts';
import { statement } from '../statements/statement.ts';
import { listPartitions, lockPartitions, monthBeginning, partitionName } from './partitions.ts';
import { retireMonths } from './retiring-months.ts';

/** Months that are made ahead: so long may every worker be away. */
const MONTHS_AHEAD = 3;

/** A table with one partition for each month, and none for the rest. */
export interface MonthlyTable {
  readonly table: string;
  /** The partition key at the beginning of an instant, as PostgreSQL reads it. */
  readonly boundAt: (instant: Date) => string;
  /** Whole months before this one that are kept. */
  readonly monthsKept: number;
}

/** Deletes what elsewhere refers to rows from before `oldest`, in the transaction that detaches them. */
export type ForgetBefore = (sql: Sql, oldest: Date) => Promise<void>;

export interface RetentionOptions {
  readonly now: Date;
  readonly forget: ForgetBefore;
  /** An operator's word: old months go now, where one a day would. */
  readonly atOnce: boolean;
}

/**
 * Makes the partitions of the months that are kept and of the next three, and takes the next step with those that are
 * older. Any number of processes may do so at once.
 */
export async function keepPartitions(
  database: Database,
  monthly: MonthlyTable,
  { now, forget, atOnce }: RetentionOptions,
): Promise<void> {
  const wanted = wantedMonths(monthly, now);
  const there = await listPartitions(database, monthly.table);
  if (wanted.some((month) => !there.includes(partitionName(monthly.table, month))))
    await addPartitions(database, monthly, wanted);
  // By itself: a reader who does not let go keeps an old month, never a new one from being made.
  await retireMonths(database, { table: monthly.table, oldest: oldestKept(monthly, now), now, forget, atOnce });
}

async function addPartitions(database: Database, monthly: MonthlyTable, wanted: readonly Date[]): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockPartitions(transaction);
    const there = await listPartitions(transaction, monthly.table);
    for (const month of wanted)
      if (!there.includes(partitionName(monthly.table, month))) await addPartition(transaction, monthly, month);
  });
}

/** Beginning of the oldest month that is kept by the clock; older ones go a month a day. */
export function oldestKept({ monthsKept }: MonthlyTable, now: Date): Date {
  return monthBeginning(now, -monthsKept);
}

function wantedMonths({ monthsKept }: MonthlyTable, now: Date): readonly Date[] {
  return Array.from({ length: monthsKept + 1 + MONTHS_AHEAD }, (_, nth) => monthBeginning(now, nth - monthsKept));
}

const ADD_MONTH = statement('add_month', 'select add_month($1, $2, $3, $4)');

/** Made apart and then attached: that waits for no reader, and no reader for it. */
async function addPartition(transaction: Transaction, { table, boundAt }: MonthlyTable, month: Date): Promise<void> {
  const name = partitionName(table, month);
  const [from, to] = [boundAt(month), boundAt(monthBeginning(month, 1))];
  await transaction.run(ADD_MONTH, [table, name, from, to]);
}
