import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EXCHANGE_LOOKUPS, FIND_LOOKUP_BUDGETS } from '../../../src/platform/limits/lookup-budget.rows.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { planAsOnPostgreSql, rowsReadOf } from '../../support/plans.ts';

const WHOSE = ['PARTNER', 'KEY_LOOKUPS'] as const;
const ONES = ['1', '1'];
const NONE = ['0', '0'];

let own: OwnDatabase;

/** All runs in sequence, so on one connection, which keeps its settings. */
beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
  await planAsOnPostgreSql(own);
  await own.sql(
    `insert into lookup_budget (partner_id, budget, person, full_at, reserved, reserved_at)
     select ?, ?, 'P' || nth, now() + interval '1 day', 0, now() from generate_series(1, 3000) as nth`,
    [...WHOSE],
  );
});
afterAll(() => own.close());

test.each([
  ['a look-up', EXCHANGE_LOOKUPS, [...WHOSE, ['P1', 'P2'], ['5', '5'], ONES, NONE, NONE, 600, 20, 60]],
  ['a partner’s budgets', FIND_LOOKUP_BUDGETS, [WHOSE[0], [WHOSE[1]], 20, 60]],
])('the statement of %s reads few rows, however many persons the partner has', async (_what, { text }, values) => {
  expect(await rowsReadOf(own, ['lookup_budget'], { text, values })).toBeLessThan(20);
});
