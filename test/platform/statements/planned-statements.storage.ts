import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { registeredStatements } from '../../../src/platform/statements/statement.ts';
import '../../../src/app.ts';
import '../../../src/operator/audit-command.ts';
import '../../../src/operator/erase-customer-command.ts';
import '../../../src/operator/provider-command.ts';
import '../../../src/operator/reseal-secrets-command.ts';
import '../../../src/operator/rollback-command.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ isEmpty: true, poolSize: 1 });
  await own.opened.orm.migrator.up();
});
afterAll(() => own.close());

/** Those of the product; those of other test files may be registered too. */
function statements(): (readonly [name: string, text: string])[] {
  return [...registeredStatements()].filter(([name]) => !/(^|_)test(_|$)/.test(name));
}

test('every statement can be planned for the schema', async () => {
  expect(statements().length).toBeGreaterThan(100);
  const refused: string[] = [];
  for (const [name, text] of statements()) {
    await own.sql(`prepare "${name}" as ${text}`).catch((error: unknown) => refused.push(`${name}: ${String(error)}`));
    await own.sql(`deallocate "${name}"`).catch(() => undefined);
  }
  expect(refused).toEqual([]);
});

/** Tables that never have more than a row, or one for each partner that a provider has limited. */
const SMALL = ['event_head', 'message_change_head', 'provider_gate'];
/** What is not in the way of requests and deliveries: reports for operators, what cleans up, what they order. */
const MAY_READ_ALL = [
  'count_breakers',
  'count_deliveries',
  'count_messages',
  'count_retiring_months',
  'count_what_to_erase',
  'erase_holder',
  'exchange_socket_counts',
  'find_audit_entries',
  'find_executed_migrations',
  'find_tenant_role',
  'forget_old_deliveries',
  'forget_old_reprocessings',
];

/** Tables that a statement would read whole, were it planned now and for all values. */
async function tablesReadWhole(text: string): Promise<readonly string[]> {
  await own.sql(`prepare asked as ${text}`);
  const [{ count } = { count: 0 }] = await own.sql<{ count: number }>(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'asked'`,
  );
  const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
  const plan = await own.sql<{ 'QUERY PLAN': string }>(`explain (costs off) execute asked${values}`);
  await own.sql('deallocate asked');
  return plan.flatMap((line) => /Seq Scan on (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? []);
}

/** What the product tells PostgreSQL on each connection. PGlite, which plans each run for its own, is told it here. */
async function planAsOnPostgreSql(): Promise<void> {
  if (serverUrl !== undefined) return;
  await own.sql('set plan_cache_mode = force_generic_plan');
  await own.sql('set enable_seqscan = off');
}

test('no statement reads a whole table, though it is planned while all are empty', async () => {
  await own.sql('vacuum analyze');
  await planAsOnPostgreSql();
  const reading: string[] = [];
  for (const [name, text] of statements()) {
    const tables = await tablesReadWhole(text);
    if (tables.some((table) => !SMALL.includes(table))) reading.push(name);
  }
  expect(reading.toSorted()).toEqual(MAY_READ_ALL);
});
