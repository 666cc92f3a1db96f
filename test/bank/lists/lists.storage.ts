import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { insertListedRows } from '../../support/listed-rows.ts';
import { walkBackward, walkForward, type Walk, type WalkedPage } from '../../support/pages.ts';
import { withSeed } from '../../support/test-random.ts';

const ROWS = 60;
const PARTNERS = [
  ['acme-pay', 'ACME_PAY'],
  ['beta-pay', 'BETA_PAY'],
] as const;

interface CopiedRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  /** What the list is ordered by, then the id. */
  readonly key: string;
}

interface List {
  readonly type: string;
  /** Selects id, key, and a column for each member, of a partner `@partner`. */
  readonly copy: string;
  /** Members that are not lists. */
  readonly single?: readonly string[];
  readonly times?: readonly [since: string, until: string];
}

const AT = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const CREATED = ['createdSince', 'createdUntil'] as const;
const NUMBER_OF = (table: string) => `(select number from payment_account where id = ${table}.account_id)`;

const LISTS: Readonly<Record<string, List>> = {
  pockets: {
    type: 'PocketFilter',
    copy: `select id, ${AT('created_at')} as key, ${NUMBER_OF('pocket')} as "accountNumbers", status::text as "statuses",
      use_case::text as "useCases", user_document_value as "userDocumentNumbers" from pocket where partner_id = '@partner'`,
    times: CREATED,
  },
  paymentAccounts: {
    type: 'PaymentAccountFilter',
    copy: `select account.id, number as key, account.status::text as "statuses", account.type::text as "types",
      document_value as "holderDocumentNumbers" from payment_account as account
      join holder on holder.id = holder_id where account.partner_id = '@partner'`,
  },
  cashIns: {
    type: 'CashInFilter',
    copy: `select id, ${AT('created_at')} as key, ${NUMBER_OF('cash_in')} as "accountNumbers", rail::text as "rails",
      end_to_end_id as "endToEndId" from cash_in where partner_id = '@partner'`,
    single: ['endToEndId'],
    times: CREATED,
  },
  pixEntries: {
    type: 'PixEntryFilter',
    copy: `select id, ${AT('created_at')} as key, ${NUMBER_OF('pix_entry')} as "accountNumbers", key_type::text as "types",
      owner_document as "holderDocumentNumbers" from pix_entry where partner_id = '@partner'`,
    times: CREATED,
  },
  customerRegistrations: {
    type: 'CustomerRegistrationFilter',
    copy: `select id, ${AT('received_at')} as key, document_number as "documentNumbers", status::text as "statuses"
      from customer_registration where partner_id = '@partner'`,
    times: ['receivedSince', 'receivedUntil'],
  },
  customers: {
    type: 'CustomerFilter',
    copy: `select customer.id, ${AT('created_at')} as key, document_number as "documentNumbers", status::text as "statuses",
      email, phone_number as "phone" from customer join customer_record as record
      on record.registration_id = customer.registration_id where customer.partner_id = '@partner'`,
    single: ['email', 'phone'],
    times: CREATED,
  },
};

let gateway: Gateway;
const sql = <Row extends object>(text: string) =>
  gateway.app.database.entityManager.getConnection().execute<Row[]>(text, []);

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api', ROW_LEVEL_SECURITY: 'true' } });
  for (const [, partnerId] of PARTNERS) await insertListedRows(sql, partnerId, ROWS);
});
afterAll(() => gateway.stop());

const PAGE =
  'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount totalCountIsExact';

function walkOf(
  name: string,
  { type, times }: List,
  client: string,
  filter: object | undefined,
  orderBy: string,
): Walk {
  const order = times === undefined ? '' : `orderBy: ${orderBy},`;
  const query = `query ($filter: ${type}, $first: Int, $after: String, $last: Int, $before: String) {
    ${name}(filter: $filter, ${order} first: $first, after: $after, last: $last, before: $before) { ${PAGE} } }`;
  return { gateway, client, query, variables: { filter }, pageOf: (data) => data[name] };
}

type Filter = Readonly<Record<string, string | readonly string[]>>;

/** Applies a filter to a copy of the list, and orders it. */
function filtered(copy: readonly CopiedRow[], { times = ['', ''] }: List, filter: Filter, orderBy: string): string[] {
  const [since, until] = times;
  const matches = (row: CopiedRow) =>
    Object.entries(filter).every(([member, wanted]) => {
      if (member === since) return row.key >= String(wanted);
      if (member === until) return row.key < String(wanted);
      return typeof wanted === 'string' ? row[member] === wanted : wanted.includes(String(row[member]));
    });
  const keyOf = ({ key, id }: CopiedRow) => `${key} ${id}`;
  const sorted = copy.filter(matches).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const isReversed = times[0] !== '' && orderBy === 'NEWEST';
  return (isReversed ? sorted.reverse() : sorted).map(({ id }) => id);
}

/** What the client sends: a phone is an object. */
function sent({ phone, ...filter }: Filter): object {
  return phone === undefined ? filter : { ...filter, phone: { countryCode: '+55', number: phone } };
}

const idsOf = (pages: readonly WalkedPage[]) =>
  pages.flatMap(({ edges }) => edges.map(({ node }) => ('id' in node ? node.id : undefined)));

describe.each(PARTNERS)('the lists of %s', (client, partnerId) => {
  test.each(Object.entries(LISTS))('%s are a sorted copy, under each filter, in each order', (name, list) =>
    withSeed(async (random) => {
      const copy = await sql<CopiedRow>(list.copy.replace('@partner', partnerId));
      expect(copy.length).toBeGreaterThan(10);
      const members = Object.keys(copy[0] ?? {}).filter((member) => member !== 'id' && member !== 'key');
      const pick = () => copy[Math.floor(random() * copy.length)];
      const valueOf = (member: string) => {
        const one = () => {
          const value = pick()?.[member];
          return typeof value === 'string' ? value : 'none';
        };
        return list.single?.includes(member) === true
          ? one()
          : [one(), one(), 'absent'].slice(0, isEnum(member) ? 2 : 3);
      };
      const times = [...(list.times ?? [])];
      const range = () =>
        Object.fromEntries(times.map((time, nth) => [time, [pick()?.key, pick()?.key].sort()[nth] ?? '']));
      const of = (...some: string[]): Filter => Object.fromEntries(some.map((member) => [member, valueOf(member)]));
      const pairs = members.flatMap((one, nth) => members.slice(nth + 1).map((other) => of(one, other)));
      const filters: Filter[] = [
        {},
        ...members.map((member) => of(member)),
        ...(times.length === 0
          ? []
          : [range(), { ...range(), ...of(members[0] ?? '') }, { ...range(), ...of(...members) }]),
        ...times.map((time) => ({ [time]: pick()?.key ?? '' })),
        ...pairs,
        ...members.map((member) => ({ ...of(member), ...range() })),
      ];
      for (const filter of filters)
        for (const orderBy of times.length === 0 ? ['NEWEST'] : ['NEWEST', 'OLDEST']) {
          const walk = walkOf(name, list, client, sent(filter), orderBy);
          const expected = filtered(copy, list, filter, orderBy);
          const forward = await walkForward(walk, 7);
          expect({ filter, orderBy, ids: idsOf(forward) }).toEqual({ filter, orderBy, ids: expected });
          expect(forward[0]).toMatchObject({ totalCount: expected.length, totalCountIsExact: true });
          const backward = await walkBackward(walk, 9);
          expect({ filter, orderBy, ids: idsOf(backward) }).toEqual({ filter, orderBy, ids: expected });
        }
    }),
  );

  test('are all for an empty filter, and for one of empty lists', async () => {
    for (const [name, list] of Object.entries(LISTS)) {
      const all = await walkForward(walkOf(name, list, client, undefined, 'NEWEST'), 100);
      const [first] = all.flatMap(({ edges }) => edges.map(({ cursor }) => cursor));
      const walk = walkOf(name, list, client, name === 'customers' ? { documentNumbers: [] } : {}, 'NEWEST');
      const after = walk.pageOf(
        await gateway.data({ query: walk.query, client, variables: { ...walk.variables, after: first } }),
      );
      expect(after.totalCount).toBe(all[0]?.totalCount);
    }
  });
});

const isEnum = (member: string) => ['statuses', 'types', 'useCases', 'rails'].includes(member);

test.each([
  ['pockets', '{ accountNumbers: [""] }', 'filter.accountNumbers'],
  ['customers', `{ email: "${'x'.repeat(101)}" }`, 'filter.email'],
  [
    'pixEntries',
    `{ holderDocumentNumbers: [${Array.from({ length: 101 }, (_, nth) => `"${nth}"`).join()}] }`,
    'filter.holderDocumentNumbers',
  ],
])('%s refuses the filter %s', async (name, filter, argument) => {
  const { body } = await gateway.ask({ query: `{ ${name}(filter: ${filter}) { nodes { id } } }` });
  expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
});

test('edges lead from accounts to customers, to accounts and registrations, and back', async () => {
  const query = `{ paymentAccounts(filter: { holderDocumentNumbers: ["80000000004"] }, first: 2) { nodes { number holder {
    document { value } customer { id document { value } accounts(first: 100) { totalCount nodes { number holder { document { value } } } }
      registrations(first: 2) { totalCount pageInfo { hasNextPage } nodes { documentNumber customer { id } } } } } } } }`;
  const { paymentAccounts } = await gateway.data({ query });
  expect(paymentAccounts.nodes).toHaveLength(2);
  for (const { holder } of paymentAccounts.nodes) {
    const { customer } = holder;
    expect(customer.document).toEqual(holder.document);
    expect(customer.accounts.totalCount).toBe(3);
    const accounts: readonly { holder: { document: { value: string } } }[] = customer.accounts.nodes;
    expect(accounts.every((account) => account.holder.document.value === holder.document.value)).toBe(true);
    expect(customer.registrations).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } });
    const rounds: readonly { customer: { id: string } }[] = customer.registrations.nodes;
    expect(rounds.map((one) => one.customer.id)).toEqual([customer.id, customer.id]);
  }
});

test('the pockets of an account have the same filter', async () => {
  const number = '70000002';
  const ask = async (filter: string, orderBy: string) => {
    const query = `{ nested: paymentAccount(number: "${number}") { pockets(filter: { ${filter} }, orderBy: ${orderBy}, first: 100) { totalCount nodes { id account { number } } } }
      flat: pockets(filter: { accountNumbers: ["${number}"] ${filter} }, orderBy: ${orderBy}, first: 100) { totalCount nodes { id account { number } } } }`;
    const { nested, flat } = await gateway.data({ query });
    expect(nested.pockets).toEqual(flat);
    return flat.totalCount;
  };
  for (const orderBy of ['NEWEST', 'OLDEST']) {
    expect(await ask('', orderBy)).toBe(ROWS / 5);
    expect(await ask('statuses: [ACTIVE]', orderBy)).toBe(ROWS / 20);
    expect(
      await ask('createdSince: "2026-10-01T00:05:00Z", createdUntil: "2026-10-01T00:15:00Z"', orderBy),
    ).toBeGreaterThan(0);
    await ask(
      'statuses: [ACTIVE, CLOSED], useCases: [CORPORATE_EXPENSES], createdSince: "2026-10-01T00:05:00Z"',
      orderBy,
    );
  }
});

describe('a combination of filters that many rows match', () => {
  const MANY = 11_000;
  const walk = (orderBy: string) =>
    walkOf(
      'pockets',
      { ...LISTS['pockets'], type: 'PocketFilter', copy: '', times: CREATED },
      'acme-pay',
      {
        statuses: ['LOCKED'],
        useCases: ['BALANCE_SEGREGATION'],
      },
      orderBy,
    );

  beforeAll(async () => {
    // Either status or purpose, and both for the three oldest.
    await sql(`insert into pocket (id, partner_id, account_id, number, label, currency, status, reason, category, use_case,
        user_name, user_document_value, user_document_type, user_birth_date, created_at)
      select gen_random_uuid(), 'ACME_PAY', (select id from payment_account where partner_id = 'ACME_PAY' and number = '200001'),
        'M' || nth || 'BRL', 'Many', 'BRL', case when nth < 3 or nth % 2 = 0 then 'LOCKED' else 'CLOSED' end::pocket_status,
        'HOLDER_REQUEST', 'POCKET', case when nth < 3 or nth % 2 = 1 then 'BALANCE_SEGREGATION' else 'FLEXIBLE_BENEFITS' end::pocket_use_case,
        'Maria', '10020030240', 'CPF', '1990-01-31', '2026-11-01T00:00:00Z'::timestamptz + nth * interval '1 s'
      from generate_series(0, ${2 * MANY}) as nth`);
  });

  test.each(['NEWEST', 'OLDEST'])(
    'has short pages with a cursor, and all that match, in the order %s',
    async (orderBy) => {
      const forward = await walkForward(walk(orderBy), 5);
      expect(new Set(idsOf(forward)).size).toBe(3);
      const backward = await walkBackward(walk(orderBy), 5);
      expect(idsOf(backward)).toEqual(idsOf(forward));
      const [empty] = orderBy === 'NEWEST' ? forward : backward.toReversed();
      const cursor = orderBy === 'NEWEST' ? 'endCursor' : 'startCursor';
      expect(empty?.edges).toEqual([]);
      expect(empty?.pageInfo[cursor]).toEqual(expect.any(String));
      expect(forward[0]).toMatchObject({ totalCountIsExact: false });
    },
  );
});

test('each list has edges with cursors', async () => {
  const lists = await gateway.data({
    query: `{
      customers(first: 1) { edges { cursor node { id } } }
      customerRegistrations(first: 1) { edges { cursor node { id } } }
      cashIns(first: 1) { edges { cursor node { id } } }
      pixEntries(first: 1) { edges { cursor node { id } } }
      paymentAccounts(first: 1) { totalCountIsExact edges { cursor node { id } } }
    }`,
  });
  for (const { edges } of Object.values<WalkedPage>(lists)) expect(edges).toHaveLength(1);
});
