import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Transaction } from '../database/database.ts';
import { isLockTimeout } from '../database/database-failure.ts';
import { LIFT_TIMEOUTS } from '../postgres/response-timeout.ts';
import { statement } from '../statements/statement.ts';
import type { ForgetBefore } from './monthly-partitions.ts';
import { execute, listPartitions, lockPartitions, monthBeginning, monthOf, partitionName } from './partitions.ts';
import { RetiringMonth } from './retiring-month.entity.ts';
import { retiringSteps } from './retiring-months.rules.ts';

/**
 * Longest wait for each lock, in milliseconds: whatever else uses the table waits behind it. How often all are tried,
 * and the rest in between: a reader that takes longer, such as a backup, may take hours.
 */
const LOCK_MS_MAX = 100;
const TRIES_MAX = 5;
const REST_MS = 500;

const LIMIT_WAITS = statement('limit_wait_for_months', `select set_config('lock_timeout', '${LOCK_MS_MAX}', true)`);
const DETACH_MONTH = statement('detach_month', 'select detach_month($1, $2)');
const DROP_MONTH = statement('drop_month', 'select drop_month($1)');

export interface RetiringTable {
  readonly table: string;
  /** Beginning of the oldest month that is kept. */
  readonly oldest: Date;
  readonly now: Date;
  readonly forget: ForgetBefore;
  readonly atOnce: boolean;
}

/**
 * Takes the next step of retiring each month that is older than those that are kept, unless another session holds a
 * lock on it: then the next call does.
 * @throws the lock timeout, if an operator has requested it
 */
export async function retireMonths(database: Database, retiring: RetiringTable): Promise<void> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    try {
      await takeSteps(database, retiring);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || (retiring.atOnce && tries === TRIES_MAX)) throw error;
      await wait(REST_MS);
    }
  }
}

async function takeSteps(database: Database, retiring: RetiringTable): Promise<void> {
  const steps = await stepsFor(database, retiring);
  if (Object.values(steps).every(({ length }) => length === 0)) return;
  await database.transaction(async (transaction) => {
    await transaction.run(LIMIT_WAITS, []);
    await lockPartitions(transaction);
    const { drop, find, detach, keep } = await stepsFor(transaction, retiring);
    await dropMonths(transaction, drop);
    await removeRetiring(transaction, keep);
    const { table: parent, now: foundAt } = retiring;
    for (const name of find) transaction.entities.create(RetiringMonth, { name, parent, foundAt });
    if (detach.length > 0) await detachMonths(transaction, detach, retiring);
    if (retiring.atOnce) await dropMonths(transaction, detach);
  });
}

/** Drops detached months. */
async function dropMonths(transaction: Transaction, names: readonly string[]): Promise<void> {
  for (const name of names) await transaction.run(DROP_MONTH, [name]);
  await removeRetiring(transaction, names);
}

/** Flushed at once: a month can be found old again under the name of one that was dropped. */
async function removeRetiring({ entities }: Transaction, names: readonly string[]): Promise<void> {
  for (const month of await entities.find(RetiringMonth, { name: { $in: [...names] } })) entities.remove(month);
  await entities.flush();
}

async function stepsFor(sql: Database | Transaction, { table, oldest, now, atOnce }: RetiringTable) {
  const partitions = await listPartitions(sql, table);
  const retiring = await listRetiring(sql, table);
  return retiringSteps({ partitions, retiring, oldest: partitionName(table, oldest), now, atOnce });
}

/** Locks the table as detaching will, before references are deleted: no row is added or changed in between. */
async function detachMonths(
  transaction: Transaction,
  names: readonly string[],
  { table, now, forget }: RetiringTable,
): Promise<void> {
  const { entities } = transaction;
  await transaction.run(LIFT_TIMEOUTS, []);
  await execute(transaction, `lock table ${table} in access exclusive mode`);
  for (const name of names) {
    await forget(transaction, monthBeginning(monthOf(name), 1));
    await transaction.run(DETACH_MONTH, [table, name]);
    const month = await entities.findOneOrFail(RetiringMonth, name);
    month.detachedAt = now;
    // `drop_month` reads it.
    await entities.flush();
  }
}

/** Returns the months of a table that are being retired, oldest first. */
export function listRetiring({ entities }: Database | Transaction, table: string): Promise<readonly RetiringMonth[]> {
  return entities.find(RetiringMonth, { parent: table }, { orderBy: { name: 'asc' } });
}

/**
 * Returns the beginning of the oldest month of a table that is not dropped yet. Other data of that age is kept as long,
 * so that a wrong clock does not delete it immediately.
 */
export async function oldestStanding(database: Database, table: string): Promise<Date> {
  const retiring = await listRetiring(database, table);
  const names = [...(await listPartitions(database, table)), ...retiring.map(({ name }) => name)].toSorted();
  const [oldest] = names;
  if (oldest === undefined) throw new Error(`The table ${table} has no months.`);
  return monthOf(oldest);
}
