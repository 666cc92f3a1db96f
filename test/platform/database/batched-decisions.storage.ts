import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { batchedDecisions } from '../../../src/platform/database/batched-decisions.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';

interface Limits {
  readonly lock: string;
  readonly statement: string;
}

const LIMITS = ownStatement<Limits>(
  'test_limits',
  `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
);

(serverUrl === undefined ? describe.skip : describe)('decisions on PostgreSQL', () => {
  let own: OwnDatabase;

  beforeAll(async () => {
    own = await OwnDatabase.open();
  });
  afterAll(() => own.close());

  test('wait for locks shortly while they share a transaction, and as long as all others otherwise', async () => {
    const decisions = batchedDecisions(
      async (sql) => (await sql.run(LIMITS, []))[0],
      ({ name }: { readonly name: string; readonly database: OwnDatabase['database'] }) => name,
    );
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => decisions.do('ours', { name, database: own.database })),
    );
    const [alone, shared] = [
      { lock: '3s', statement: '4s' },
      { lock: '1s', statement: '2s' },
    ];
    expect(made).toEqual([alone, alone, shared, shared]);
    // They end with the transaction.
    const after = await Promise.all([1, 2, 3].map(() => own.database.run(LIMITS, [])));
    expect(after.flat()).toEqual([alone, alone, alone]);
  });
});
