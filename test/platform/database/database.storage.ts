import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { invalidAccountStatus } from '../../../src/bank/accounts/account.errors.ts';
import type { Sql } from '../../../src/platform/database/database.ts';
import { describeError } from '../../../src/platform/observability/logger.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

/** Most tries of a transaction that loses races: the first, and its retries. */
const TRIES_MAX = 4;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
  await own.sql('create table mark (n int primary key, late int unique deferrable initially deferred)');
});
beforeEach(() => own.sql('delete from mark'));
afterAll(() => own.close());

const MARK = ownStatement('test_mark', 'insert into mark (n) values ($1)');
const MARK_LATE = ownStatement('test_mark_late', 'insert into mark (n, late) values ($1, 0)');
const MARKS = ownStatement<{ n: number }>('test_marks', 'select n::int as "n" from mark order by n');

async function marks(): Promise<number[]> {
  const rows = await own.database.run(MARKS, []);
  return rows.map(({ n }) => n);
}

async function mark(sql: Sql, ...numbers: readonly number[]): Promise<void> {
  await sql.run(MARKS, []);
  await Promise.all(numbers.map((n) => sql.run(MARK, [n])));
}

/** Statements that fail, by the SQLSTATE that they raise. */
const RAISE = Object.fromEntries(
  ['40001', '40P01', '23505', '57014', 'P0001'].map((state) => [
    state,
    ownStatement(`test_raise_${state}`, `do $$ begin raise exception 'as asked' using errcode = '${state}'; end $$`),
  ]),
);

async function raise(sql: Sql, state: string): Promise<void> {
  await sql.run(RAISE[state] ?? MARKS, []);
}

describe('a transaction', () => {
  test('commits its changes and then runs its callbacks, in order', async () => {
    const called: string[] = [];
    const result = await own.database.transaction(async (transaction) => {
      transaction.afterCommit(() => called.push('first'));
      await transaction.run(MARK, [1]);
      transaction.afterCommit(() => called.push('second'));
      called.push('worked');
      return 'done';
    });
    expect(result).toBe('done');
    expect(called).toEqual(['worked', 'first', 'second']);
    expect(await marks()).toEqual([1]);
  });

  test('changes nothing and runs no callback when it returns a refusal', async () => {
    const called: string[] = [];
    const refusal = invalidAccountStatus();
    const result = await own.database.transaction(async (transaction) => {
      await transaction.run(MARK, [1]);
      transaction.afterCommit(() => called.push('committed'));
      return refusal;
    });
    expect(result).toBe(refusal);
    expect(called).toEqual([]);
    expect(await marks()).toEqual([]);
  });

  test('changes nothing, runs no callback and throws what its work throws', async () => {
    const called: string[] = [];
    const bug = new Error('a bug');
    const thrown = own.database.transaction(async (transaction) => {
      await transaction.run(MARK, [1]);
      transaction.afterCommit(() => called.push('committed'));
      throw bug;
    });
    await expect(thrown).rejects.toBe(bug);
    expect(called).toEqual([]);
    expect(await marks()).toEqual([]);
  });
});

describe('a statement that fails', () => {
  test.each([
    ['alone', () => own.database.run(MARK, [1])],
    ['after another of its transaction', () => own.database.transaction((transaction) => mark(transaction, 2, 1))],
  ])('is named in the log, without its values: %s', async (_when, work) => {
    await own.database.run(MARK, [1]);
    const error = await work().catch((thrown: unknown) => thrown);
    expect(describeError(error)).toMatchObject({ code: '23505', statement: 'test_mark' });
    expect(describeError(error)).not.toHaveProperty('message');
  });
});

describe('a transaction that loses a race', () => {
  test.each(['40001', '40P01'])('is retried after %s, and runs its callback once', async (state) => {
    let tries = 0;
    const called: number[] = [];
    await own.database.transaction(async (transaction) => {
      tries += 1;
      const nth = tries;
      transaction.afterCommit(() => called.push(nth));
      await transaction.run(MARK, [nth]);
      if (nth < TRIES_MAX) await raise(transaction, state);
    });
    expect(called).toEqual([TRIES_MAX]);
    expect(await marks()).toEqual([TRIES_MAX]);
  });

  test.each([
    ['40001', TRIES_MAX],
    ['40P01', TRIES_MAX],
    ['23505', 1],
    ['57014', 1],
    ['P0001', 1],
  ])('throws when %s recurs, after %i tries', async (state, triesWanted) => {
    let tries = 0;
    const thrown = own.database.transaction(async (transaction) => {
      tries += 1;
      await raise(transaction, state);
    });
    await expect(thrown).rejects.toMatchObject({ code: state });
    expect(tries).toBe(triesWanted);
    expect(await marks()).toEqual([]);
  });
});

// Last: if it lost connections, all other tests would lack them.
describe('a transaction whose commit fails', () => {
  test('throws, runs no callback and returns its connection to the pool', async () => {
    const called: string[] = [];
    for (let attempts = 0; attempts < 3; attempts += 1)
      await expect(
        own.database.transaction(async (transaction) => {
          transaction.afterCommit(() => called.push('committed'));
          for (const n of [1, 2]) await transaction.run(MARK_LATE, [n]);
        }),
      ).rejects.toMatchObject({ code: '23505' });
    expect(called).toEqual([]);
    expect(await marks()).toEqual([]);
  });
});
