import type { Database, Sql, Transaction } from '../database/database.ts';
import { statement } from '../statements/statement.ts';
import { listPartitions, lockPartitions, monthBeginning, partitionName } from './partitions.ts';
import { retireMonths } from './retiring-months.ts';

/** Months that are created in advance: all workers may be down for that long. */
const MONTHS_AHEAD = 3;

/** A table with one partition per month, and no default partition. */
export interface MonthlyTable {
  readonly table: string;
  /** The smallest partition key at an instant, as PostgreSQL reads it. */
  readonly boundAt: (instant: Date) => string;
  /** Whole months before this one that are kept. */
  readonly monthsKept: number;
}

/** Deletes what other tables have that refers to rows from before `oldest`, in the transaction that detaches these. */
export type ForgetBefore = (sql: Sql, oldest: Date) => Promise<void>;

export interface RetentionOptions {
  readonly now: Date;
  readonly forget: ForgetBefore;
  /** Requested by an operator: all old months are removed immediately, instead of one a day. */
  readonly atOnce: boolean;
}

/** Creates wanted partitions, and takes the next step of retiring old ones, in any number of processes concurrently. */
export async function keepPartitions(
  database: Database,
  monthly: MonthlyTable,
  { now, forget, atOnce }: RetentionOptions,
): Promise<void> {
  await addWantedPartitions(database, monthly, now);
  // Separate: a long-running reader may delay the removal of an old month, but not the creation of a new one.
  await retireMonths(database, { table: monthly.table, oldest: oldestKept(monthly, now), now, forget, atOnce });
}

/** Creates the partitions of the months that are kept and of the next three, which waits for no reader. */
export function addWantedPartitions(database: Database, monthly: MonthlyTable, now: Date): Promise<void> {
  return addPartitions(database, monthly, wantedMonths(monthly, now));
}

/** Creates the partitions of months, given by their beginnings, that are lacking. */
export async function addPartitions(database: Database, monthly: MonthlyTable, wanted: readonly Date[]): Promise<void> {
  const months = new Map(wanted.map((month) => [partitionName(monthly.table, month), month]));
  const known = await listPartitions(database, monthly.table);
  if ([...months.keys()].every((name) => known.includes(name))) return;
  await database.transaction(async (transaction) => {
    await lockPartitions(transaction);
    const there = await listPartitions(transaction, monthly.table);
    for (const [name, month] of months)
      if (!there.includes(name)) await addPartition(transaction, monthly, { name, month });
  });
}

/** Returns the beginning of the oldest month that is kept by the clock; older ones are removed one a day. */
export function oldestKept({ monthsKept }: MonthlyTable, now: Date): Date {
  return monthBeginning(now, -monthsKept);
}

function wantedMonths({ monthsKept }: MonthlyTable, now: Date): readonly Date[] {
  return Array.from({ length: monthsKept + 1 + MONTHS_AHEAD }, (_, nth) => monthBeginning(now, nth - monthsKept));
}

const ADD_MONTH = statement('add_month', 'select add_month($1, $2, $3, $4)');

/** Creates a table and then attaches it: that neither waits for readers nor blocks them. */
async function addPartition(
  transaction: Transaction,
  { table, boundAt }: MonthlyTable,
  { name, month }: { readonly name: string; readonly month: Date },
): Promise<void> {
  const [from, to] = [boundAt(month), boundAt(monthBeginning(month, 1))];
  await transaction.run(ADD_MONTH, [table, name, from, to]);
}
