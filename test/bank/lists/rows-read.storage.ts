import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { paymentAccountsOfPartner } from '../../../src/bank/accounts/payment-account.rows.ts';
import { cashInsOfPartner } from '../../../src/bank/cash-ins/cash-in.rows.ts';
import { customersOfPartner } from '../../../src/bank/customers/customer.rows.ts';
import { pixEntriesOfPartner } from '../../../src/bank/pix/pix-entry-list.rows.ts';
import { pocketsOfPartner } from '../../../src/bank/pockets/pocket.rows.ts';
import { registrationsOfPartner } from '../../../src/bank/registrations/registration.rows.ts';
import { registeredStatements } from '../../../src/platform/statements/statement.ts';
import { insertListedRows } from '../../support/listed-rows.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { actAsPartner, planAsOnPostgreSql, readers, rowsReadOf, type PlanValue } from '../../support/plans.ts';

const SMALL = 'ACME_PAY';
const SIZE = 10;
/** For each row of a page, its entry in the view and itself; for each value one entry more. */
const MOST = 2 * (SIZE + 1) + 8;
/** Those of all partners, whose rows are many times as many. */
const FOREIGN_ROWS = 4_000;
const OWN_ROWS = 400;

const DOCUMENTS = ['80000000004'];
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const EARLY = '2026-10-01T00:10:00Z';
const LATE = '2026-10-01T01:50:00Z';

/** The filters of each list: values by place. */
const LISTS = [
  ['pocket', 'pockets_of_partner', pocketsOfPartner, [['70000002'], ['LOCKED'], ['FLEXIBLE_BENEFITS'], DOCUMENTS]],
  ['payment_account', 'payment_accounts', paymentAccountsOfPartner, [['BLOCKED'], ['CHECKING'], DOCUMENTS]],
  ['cash_in', 'cash_ins', cashInsOfPartner, [['70000002'], ['TED'], ['none']]],
  ['pix_entry', 'pix_entries', pixEntriesOfPartner, [['70000002'], ['EMAIL'], DOCUMENTS]],
  ['customer_registration', 'customer_registrations', registrationsOfPartner, [DOCUMENTS, ['REPROVED']]],
  ['customer', 'customers', customersOfPartner, [DOCUMENTS, ['BLOCKED'], ['person5@example.com'], ['+5511987650005']]],
] as const;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
  await planAsOnPostgreSql(own);
  const sql = <Row extends object>(text: string) => own.sql<Row>(text);
  await insertListedRows(sql, 'BETA_PAY', FOREIGN_ROWS);
  await insertListedRows(sql, SMALL, OWN_ROWS);
  await own.sql('analyze');
});
afterAll(() => own.close());

const CASES = readers(SMALL).flatMap(([reader, partnerId]) =>
  LISTS.flatMap(([table, name, keyset, values]) => {
    const hasTimes = table !== 'payment_account';
    const members = values.map((value, nth) => values.map((_, at): PlanValue | null => (at === nth ? value : null)));
    const none = values.map(() => null);
    const times = hasTimes ? [null, null] : [];
    const filters = [
      [...times, ...none],
      ...members.map((one) => [...times, ...one]),
      ...(hasTimes ? members.map((one) => [EARLY, LATE, ...one]) : []),
      ...(hasTimes
        ? [
            [EARLY, null, ...none],
            [null, EARLY, ...none],
          ]
        : []),
    ];
    return filters.map((given) => [name, given, reader, partnerId, table, keyset] as const);
  }),
);

describe.each(CASES)('a page of %s by %j for %s', (name, given, _reader, partnerId, table, keyset) => {
  beforeAll(() => actAsPartner(own, partnerId));
  afterAll(() => actAsPartner(own, null));

  test.each([false, true])('reads its own rows only (backward: %s)', async (backward) => {
    const window = { backward, size: SIZE, after: undefined, before: undefined };
    await keyset.pages(own.database, [SMALL], window, given);
    const present = given.flatMap((value, nth) => (value === null ? [] : [{ value, nth }]));
    const isMember = table !== 'payment_account' && present.some(({ nth }) => nth > 1);
    const bounds = isMember && given[0] !== null ? ['after', 'before'] : [];
    const wanted = [name, backward ? 'last' : 'first', ...bounds, ...present.map(({ nth }) => `f${nth}`)].join('_');
    const text = registeredStatements().find((one) => one.name === wanted)?.text ?? '';
    const keys = bounds.length === 0 ? [] : [LATE, FIRST_ID, EARLY, FIRST_ID];
    const values: PlanValue[] = [[SMALL], SIZE + 1, ...present.map(({ value }) => value), ...keys];
    expect(await rowsReadOf(own, [table], { text, values })).toBeLessThanOrEqual(MOST);
  });
});
