import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { statementLike } from '../../../src/platform/statements/statement.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
});
afterAll(() => own.close());

describe('a row of a statement', () => {
  test.each([
    ['a null where there is none', 'find_partner_ids', `select null::text as "id"`],
    ['a number for a text', 'find_unfinished_reprocessing', `select 1::int as "id"`],
  ])('with %s fails the test that reads it', async (_what, name, text) => {
    // The name of a statement whose types are known, for a text that returns something else.
    const misfit = { ...statementLike<unknown>({}, { name: 'test_misfit', text: 'select 1' }), name, text };
    await expect(own.database.run(misfit, [])).rejects.toThrow(`${name} returned`);
    await expect(own.database.transaction((transaction) => transaction.run(misfit, []))).rejects.toThrow(TypeError);
  });
});
