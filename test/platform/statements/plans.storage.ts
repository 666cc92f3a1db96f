import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Sql } from '../../../src/platform/database/database.ts';
import { statement } from '../../../src/platform/statements/statement.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';

let own: OwnDatabase;

// One after the other statements go over the same connection, the last that was given back.
beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
});
afterAll(() => own.close());

const MODE = `select coalesce(current_setting('plan_cache_mode', true), '') as "mode"`;
const PLANNED_ONCE = statement<{ mode: string }>('test_planned_once', `${MODE}, 'once' as "planned"`);
const PLANNED_ANEW = statement<{ mode: string }>('test_planned_anew', `${MODE}, 'anew' as "planned"`, 'anew');
const FAIL_ANEW = statement('test_fail_anew', `select 1 / $1::int as "quotient"`, 'anew');

async function mode(sql: Sql, of = PLANNED_ONCE): Promise<string | undefined> {
  const [row] = await sql.run(of, []);
  return row?.mode;
}

/** PGlite plans as it likes: there is one connection, and it never waits for a network. */
const [ONCE, ANEW] = serverUrl !== undefined ? ['force_generic_plan', 'force_custom_plan'] : ['auto', 'auto'];

test('a statement is planned once, unless it says otherwise, and so is the next one', async () => {
  await expect(mode(own.database)).resolves.toBe(ONCE);
  await expect(mode(own.database, PLANNED_ANEW)).resolves.toBe(ANEW);
  await expect(mode(own.database)).resolves.toBe(ONCE);
});

test('a failed statement that is planned anew leaves the connection as it was', async () => {
  await expect(own.database.run(FAIL_ANEW, [0])).rejects.toThrow('division by zero');
  await expect(mode(own.database)).resolves.toBe(ONCE);
});

test('in a transaction it fails with its own failure, and leaves the connection as it was', async () => {
  const failing = own.database.transaction((transaction) => transaction.run(FAIL_ANEW, [0]));
  await expect(failing).rejects.toThrow('division by zero');
  await expect(mode(own.database)).resolves.toBe(ONCE);
});

test('in a pipeline with the commit it is planned anew, and what follows is not', async () => {
  const modes: (string | undefined)[] = [];
  await own.database.transaction(async (transaction) => {
    transaction.pipelineWithCommit(async (pipelined) => {
      modes.push(...(await Promise.all([mode(pipelined, PLANNED_ANEW), mode(pipelined)])));
    });
    return Promise.resolve();
  });
  expect(modes).toEqual([ANEW, ONCE]);
});
