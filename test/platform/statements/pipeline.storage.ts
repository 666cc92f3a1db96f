import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { invalidAccountStatus } from '../../../src/bank/accounts/account.errors.ts';
import type { Sql } from '../../../src/platform/database/database.ts';
import { errorCode } from '../../../src/platform/error-code.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

/** More than the pool has connections, so that the loss of any would show. */
const LOSSES = 3;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
  await own.sql('create table mark (n int primary key)');
});
beforeEach(() => own.sql('delete from mark'));
afterAll(() => own.close());

const MARK = ownStatement('test_mark', 'insert into mark (n) values ($1)');
const MARK_NEXT = ownStatement<{ n: number; seen: number }>(
  'test_mark_next',
  'insert into mark (n) select count(*) from mark returning n::int as "n", (select count(*)::int from mark) as "seen"',
);
const MARKS = ownStatement<{ n: number }>('test_marks', 'select n::int as "n" from mark order by n');
const FAIL = ownStatement('test_fail', `do $$ begin raise exception 'as asked' using errcode = 'P0001'; end $$`);
const LOSE = ownStatement('test_lose', `do $$ begin raise exception 'as asked' using errcode = '40001'; end $$`);

async function marks(): Promise<number[]> {
  const rows = await own.database.run(MARKS, []);
  return rows.map(({ n }) => n);
}

/** One step away from the statement, as in use cases: its failure surfaces later than that of its successor. */
async function fail(sql: Sql): Promise<void> {
  await sql.run(FAIL, []);
}

describe('a pipeline', () => {
  test('runs its statements in order, each seeing those before', async () => {
    const count = 50;
    const rows = await own.database.transaction((transaction) =>
      transaction.pipeline((pipelined) =>
        Promise.all(Array.from({ length: count }, () => pipelined.run(MARK_NEXT, []))),
      ),
    );
    expect(rows.flat()).toEqual(Array.from({ length: count }, (_, n) => ({ n, seen: n })));
  });

  test('fails with the first failure, rolls back what came before, and leaves the connection usable', async () => {
    for (let losses = 0; losses < LOSSES; losses += 1)
      await expect(
        own.database.transaction((transaction) =>
          transaction.pipeline((pipelined) =>
            Promise.all([
              pipelined.run(MARK, [1]),
              fail(pipelined),
              pipelined.run(MARK, [2]),
              pipelined.run(MARK, [3]),
            ]),
          ),
        ),
      ).rejects.toMatchObject({ code: 'P0001' });
    expect(await marks()).toEqual([]);
  });

  test('runs nothing after a failure, and prepares later what was not reached', async () => {
    await own.sql('create sequence reached');
    const reach = ownStatement('test_reach', `select nextval('reached')::int as "reached"`);
    const unreached = own.database.transaction((transaction) =>
      transaction.pipeline((pipelined) => Promise.all([fail(pipelined), pipelined.run(reach, [])])),
    );
    await expect(unreached).rejects.toMatchObject({ code: 'P0001' });
    for (const reached of [1, 2, 3]) expect(await own.database.run(reach, [])).toEqual([{ reached }]);
  });

  test('keeps nothing of a transaction in which a failure was caught', async () => {
    const codes: unknown[] = [];
    await own.database.transaction(async (transaction) => {
      await transaction.run(MARK, [1]);
      await transaction.run(FAIL, []).catch((error: unknown) => codes.push(errorCode(error)));
      await transaction.run(MARK, [2]).catch((error: unknown) => codes.push(errorCode(error)));
    });
    expect(codes).toEqual(['P0001', '25P02']);
    expect(await marks()).toEqual([]);
  });
});

describe('the last statements of a transaction, sent with its commit', () => {
  test('are committed with it, and followed by what runs after the commit', async () => {
    const notified: string[] = [];
    const result = await own.database.transaction(async (transaction) => {
      await transaction.run(MARK, [1]);
      transaction.afterCommit(() => notified.push('committed'));
      transaction.pipelineWithCommit((pipelined) => Promise.all([2, 3].map((n) => pipelined.run(MARK, [n]))));
      return 'done';
    });
    expect(result).toBe('done');
    expect(notified).toEqual(['committed']);
    expect(await marks()).toEqual([1, 2, 3]);
  });

  test('undo it when one of them fails: it throws the first failure, and leaves the connection usable', async () => {
    const notified: string[] = [];
    for (let losses = 0; losses < LOSSES; losses += 1)
      await expect(
        own.database.transaction(async (transaction) => {
          await transaction.run(MARK, [1]);
          transaction.afterCommit(() => notified.push('committed'));
          transaction.pipelineWithCommit((pipelined) =>
            Promise.all([pipelined.run(MARK, [2]), fail(pipelined), pipelined.run(MARK, [3])]),
          );
          return 'done';
        }),
      ).rejects.toMatchObject({ code: 'P0001' });
    expect(notified).toEqual([]);
    expect(await marks()).toEqual([]);
  });

  test('have it run again when they lose a race', async () => {
    let tries = 0;
    await own.database.transaction(async (transaction) => {
      tries += 1;
      const last = tries === 1 ? LOSE : MARKS;
      await transaction.run(MARK, [tries]);
      transaction.pipelineWithCommit((pipelined) => pipelined.run(last, []));
    });
    expect(tries).toBe(2);
    expect(await marks()).toEqual([2]);
  });

  test('are undone with it when it returns a refusal after all', async () => {
    const refusal = invalidAccountStatus();
    const result = await own.database.transaction((transaction) => {
      transaction.pipelineWithCommit((pipelined) => pipelined.run(MARK, [1]));
      return Promise.resolve(refusal);
    });
    expect(result).toBe(refusal);
    expect(await marks()).toEqual([]);
  });
});
