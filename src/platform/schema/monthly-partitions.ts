import { LIFT_TIMEOUTS } from '../postgres/response-timeout.ts';
import type { Database, Sql, Transaction } from '../database/database.ts';
import { statement } from '../statements/statement.ts';

/** Months that are made ahead: so long may every worker be away. */
const MONTHS_AHEAD = 3;
/** Any number that no other program on the same database uses: "months" in telephone keys. */
const PARTITIONS_LOCK = 666_847;

/** A table with one partition for each month, and none for the rest. */
export interface MonthlyTable {
  readonly table: string;
  /** The partition key at the beginning of an instant, as PostgreSQL reads it. */
  readonly boundAt: (instant: Date) => string;
  /** Whole months before this one that are kept. */
  readonly monthsKept: number;
}

const LOCK_PARTITIONS = statement('lock_partitions', `select pg_advisory_xact_lock($1)`);

const LIST_PARTITIONS = statement<{ name: string }>(
  'list_partitions',
  `select inhrelid::regclass::text as "name" from pg_inherits where inhparent = $1::regclass order by 1`,
);

/** Forgets what elsewhere tells of rows from before `oldest`, in the transaction that drops them. */
export type ForgetBefore = (sql: Sql, oldest: Date) => Promise<void>;

/**
 * Makes the partitions of the months that are kept and of the next three, and drops older ones with all that is in
 * them. Any number of processes may do so at once.
 */
export async function keepPartitions(
  database: Database,
  monthly: MonthlyTable,
  now: Date,
  forget: ForgetBefore = () => Promise.resolve(),
): Promise<void> {
  const wanted = wantedMonths(monthly, now);
  const there = await listPartitions(database, monthly.table);
  if (wanted.some((month) => !there.includes(partitionName(monthly.table, month))))
    await addPartitions(database, monthly, wanted);
  // By itself: a reader who does not let go keeps an old month, never a new one from being made.
  const oldest = oldestKept(monthly, now);
  if (there.some((name) => name < partitionName(monthly.table, oldest)))
    await dropPartitions(database, monthly, oldest, forget);
}

async function addPartitions(database: Database, monthly: MonthlyTable, wanted: readonly Date[]): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(LOCK_PARTITIONS, [PARTITIONS_LOCK]);
    const there = await listPartitions(transaction, monthly.table);
    for (const month of wanted)
      if (!there.includes(partitionName(monthly.table, month))) await addPartition(transaction, monthly, month);
  });
}

/** What a drop locks in the end is locked before anything is forgotten: no row comes or changes in between. */
async function dropPartitions(
  database: Database,
  { table }: MonthlyTable,
  oldest: Date,
  forget: ForgetBefore,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(LIFT_TIMEOUTS, []);
    await transaction.run(LOCK_PARTITIONS, [PARTITIONS_LOCK]);
    await execute(transaction, `lock table ${table} in access exclusive mode`);
    const there = await listPartitions(transaction, table);
    await forget(transaction, oldest);
    for (const name of there) if (name < partitionName(table, oldest)) await execute(transaction, `drop table ${name}`);
  });
}

/** Beginning of the oldest month that is kept: what is older may be gone. */
export function oldestKept({ monthsKept }: Pick<MonthlyTable, 'monthsKept'>, now: Date): Date {
  return monthBeginning(now, -monthsKept);
}

function wantedMonths({ monthsKept }: MonthlyTable, now: Date): readonly Date[] {
  return Array.from({ length: monthsKept + 1 + MONTHS_AHEAD }, (_, nth) => monthBeginning(now, nth - monthsKept));
}

/** Beginning of the month, in UTC, `months` after the month of `instant`. */
function monthBeginning(instant: Date, months: number): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + months, 1));
}

function partitionName(table: string, month: Date): string {
  return `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

async function listPartitions(sql: Sql, table: string): Promise<readonly string[]> {
  const rows = await sql.run(LIST_PARTITIONS, [table]);
  return rows.map(({ name }) => name);
}

/** Made apart and then attached: that waits for no reader, and no reader for it. */
async function addPartition(transaction: Transaction, { table, boundAt }: MonthlyTable, month: Date): Promise<void> {
  const name = partitionName(table, month);
  const [from, to] = [boundAt(month), boundAt(monthBeginning(month, 1))];
  await execute(transaction, `create table ${name} (like ${table} including defaults including constraints)`);
  await execute(transaction, `alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** Runs a statement of the moment. */
async function execute(sql: Sql, text: string): Promise<void> {
  await sql.run({ name: 'partition', text, isPrepared: false }, []);
}
