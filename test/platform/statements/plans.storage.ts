import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Sql } from '../../../src/platform/database/database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';

let own: OwnDatabase;

// Statements in sequence use the same connection, the last that was released.
beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
});
afterAll(() => own.close());

const MODE = `select coalesce(current_setting('plan_cache_mode', true), '') as "mode"`;
const GENERIC_PLAN = ownStatement<{ mode: string }>('test_generic_plan', `${MODE}, 'generic' as "plan"`);
const CUSTOM_PLAN = ownStatement<{ mode: string }>('test_custom_plan', `${MODE}, 'custom' as "plan"`, 'custom');
const FAIL_CUSTOM = ownStatement('test_fail_custom', `select 1 / $1::int as "quotient"`, 'custom');

async function mode(sql: Sql, of = GENERIC_PLAN): Promise<string | undefined> {
  const [row] = await sql.run(of, []);
  return row?.mode;
}

/** PGlite chooses plans itself: there is one connection, and it never waits for a network. */
const [GENERIC, CUSTOM] = serverUrl !== undefined ? ['force_generic_plan', 'force_custom_plan'] : ['auto', 'auto'];

test('a statement has a generic plan unless it specifies another, and so has the next one', async () => {
  await expect(mode(own.database)).resolves.toBe(GENERIC);
  await expect(mode(own.database, CUSTOM_PLAN)).resolves.toBe(CUSTOM);
  await expect(mode(own.database)).resolves.toBe(GENERIC);
});

test('a failed statement with a custom plan leaves the connection as it was', async () => {
  await expect(own.database.run(FAIL_CUSTOM, [0])).rejects.toThrow('division by zero');
  await expect(mode(own.database)).resolves.toBe(GENERIC);
});

test('in a transaction it fails with its own error, and leaves the connection as it was', async () => {
  const failing = own.database.transaction((transaction) => transaction.run(FAIL_CUSTOM, [0]));
  await expect(failing).rejects.toThrow('division by zero');
  await expect(mode(own.database)).resolves.toBe(GENERIC);
});

test('in a pipeline with the commit it has a custom plan, and the next statement a generic one', async () => {
  const modes: (string | undefined)[] = [];
  await own.database.transaction(async (transaction) => {
    transaction.pipelineWithCommit(async (pipelined) => {
      modes.push(...(await Promise.all([mode(pipelined, CUSTOM_PLAN), mode(pipelined)])));
    });
    return Promise.resolve();
  });
  expect(modes).toEqual([CUSTOM, GENERIC]);
});
