import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OwnDatabase } from '../../support/opened-database.ts';
import { planAsOnPostgreSql, tablesReadWhole } from '../../support/plans.ts';
import { productStatements } from '../../support/product-statements.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ isEmpty: true, poolSize: 1 });
  await own.opened.orm.migrator.up();
});
afterAll(() => own.close());

test('every statement can be planned for the schema', async () => {
  expect(productStatements().length).toBeGreaterThan(100);
  const refused: string[] = [];
  for (const { name, text } of productStatements()) {
    await own.sql(`prepare "${name}" as ${text}`).catch((error: unknown) => refused.push(`${name}: ${String(error)}`));
    await own.sql(`deallocate "${name}"`).catch(() => undefined);
  }
  expect(refused).toEqual([]);
});

test('every statement of the handbook can be planned for the schema', async () => {
  const handbook = readFileSync('deploy/OPERATIONS.md', 'utf8');
  const blocks = [...handbook.matchAll(/```sql\n(.*?)```/gs)].map(([, block = '']) => block);
  const texts = blocks.flatMap((block) => block.split(';')).filter((text) => text.trim() !== '');
  expect(texts.length).toBeGreaterThan(5);
  for (const text of texts) await own.sql(`explain ${text}`);
});

/** Tables that never have more than one row, or one per partner that a provider has limited. */
const SMALL = ['event_chain_head', 'event_epoch', 'event_head', 'installation', 'message_change_head', 'provider_gate'];
/** Statements that delay no requests or deliveries: reports and commands of operators, and clean-ups. */
const MAY_READ_ALL = [
  'count_breakers',
  'count_deliveries',
  'count_retiring_months',
  'exchange_socket_counts',
  'find_audit_entries',
  'find_tenant_role',
  'forget_old_deliveries',
  'forget_old_message_changes',
  'forget_old_reprocessings',
];
/** Statements that run once after a clock was wrong. */
const AFTER_STEP = /^(shorten_waits_of_|find_delivery_without_month$)/;

test('no statement reads a whole table, even if it is planned while all are empty', async () => {
  await own.sql('vacuum analyze');
  await planAsOnPostgreSql(own);
  const reading = new Map<string, string>();
  for (const { name, text } of productStatements()) {
    const tables = (await tablesReadWhole(own, text)).filter((table) => !SMALL.includes(table));
    if (!AFTER_STEP.test(name) && tables.length > 0) reading.set(name, tables.join(', '));
  }
  const advice =
    'give it a condition on the first columns of an index, and before a limit the order of that index (in `exists` PostgreSQL drops both: count instead)';
  const unexpected = [...reading].filter(([name]) => !MAY_READ_ALL.includes(name));
  expect(unexpected.map(([name, tables]) => `${name} reads all of ${tables}: ${advice}`)).toEqual([]);
  expect([...reading.keys()].toSorted()).toEqual(MAY_READ_ALL);
});
