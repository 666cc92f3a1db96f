import type { Sql, Transaction } from '../database/database.ts';
import { statement } from '../statements/statement.ts';

/** A number that no other program on the same database uses: "months" on a telephone keypad. */
const PARTITIONS_LOCK = 666_847;

const LOCK_PARTITIONS = statement('lock_partitions', `select pg_advisory_xact_lock($1)`);

const LIST_PARTITIONS = statement(
  'list_partitions',
  `select inhrelid::regclass::text as "name" from pg_inherits where inhparent = $1::regclass order by 1`,
);

/** Lets one process at a time create and retire months. */
export async function lockPartitions(transaction: Transaction): Promise<void> {
  await transaction.run(LOCK_PARTITIONS, [PARTITIONS_LOCK]);
}

/** Returns the partitions of a table, oldest month first. */
export async function listPartitions(sql: Sql, table: string): Promise<readonly string[]> {
  const rows = await sql.run(LIST_PARTITIONS, [table]);
  return rows.map(({ name }) => name);
}

/** Returns the beginning of the month, in UTC, `months` after the month of `instant`. */
export function monthBeginning(instant: Date, months: number): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + months, 1));
}

/** Returns the name of the partition of a month: `webhook_message_2026_11`. */
export function partitionName(table: string, month: Date): string {
  return `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

/** Returns the beginning of the month whose partition has this name. */
export function monthOf(name: string): Date {
  return new Date(`${name.slice(-7).replace('_', '-')}-01T00:00:00Z`);
}

/** Runs a one-off statement. */
export async function execute(sql: Sql, text: string): Promise<void> {
  await sql.run({ name: 'partition', text, isPrepared: false }, []);
}
