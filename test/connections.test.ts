import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newConfiguration } from './support/configurations.ts';
import { type Gateway, eventually } from './support/gateway.ts';
import { cursorsOf, page, walkBackward, walkForward, type Walk } from './support/pages.ts';
import { createPocket, expectSuccess, pocketInput, setPocketLimit } from './support/pockets.ts';
import { sharedGateway } from './support/worker-gateways.ts';

const POCKETS = 7;
const CONFIGURATIONS = 6;
const PAGE =
  'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount totalCountIsExact';
const ARGS = '$first: Int, $after: String, $last: Int, $before: String';
const USE = 'first: $first, after: $after, last: $last, before: $before';
let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
  await setPocketLimit(gateway, '200001', 100);
  for (let made = 0; made < POCKETS; made += 1) await expectSuccess(createPocket(gateway, pocketInput()));
  for (let made = 0; made < CONFIGURATIONS; made += 1) await newConfiguration(gateway, {}, { client: 'acme-pay' });
  await eventually(async () => (await page(walkOf('webhookEvents'), { first: 1 })).totalCount === POCKETS);
});
afterAll(() => gateway.stop());

type Connection = 'paymentAccounts' | 'pockets' | 'webhookEvents' | 'webhookConfigurations' | 'oldestConfigurations';

function walkOf(name: Connection): Walk {
  switch (name) {
    case 'pockets': {
      const query = `query (${ARGS}) { paymentAccount(number: "200001") { pockets(${USE}) { ${PAGE} } } }`;
      return { gateway, query, pageOf: (data) => data.paymentAccount.pockets };
    }
    case 'oldestConfigurations': {
      const query = `query (${ARGS}) { webhookConfigurations(orderBy: OLDEST, ${USE}) { ${PAGE} } }`;
      return { gateway, query, pageOf: (data) => data.webhookConfigurations };
    }
    case 'webhookConfigurations':
    case 'paymentAccounts':
    case 'webhookEvents':
      return { gateway, query: `query (${ARGS}) { ${name}(${USE}) { ${PAGE} } }`, pageOf: (data) => data[name] };
  }
}

test('a total costs ten', async () => {
  const { body } = await gateway.ask({ query: '{ paymentAccounts(first: 5) { totalCount nodes { number } } }' });
  expect(body.extensions?.cost).toMatchObject({ requested: 1 + 5 + 10 });
});

describe.each([
  ['paymentAccounts', 8],
  ['pockets', POCKETS],
  ['webhookEvents', POCKETS],
  ['webhookConfigurations', CONFIGURATIONS],
  ['oldestConfigurations', CONFIGURATIONS],
] as const)('%s', (name, total) => {
  test.each([1, 2, 3, 7, 8, 100])('shows the same items in pages of %i, forward and backward', async (size) => {
    const forward = await walkForward(walkOf(name), size);
    const backward = await walkBackward(walkOf(name), size);
    const cursors = cursorsOf(forward);
    expect(cursors).toHaveLength(total);
    expect(new Set(cursors).size).toBe(total);
    expect(cursorsOf(backward)).toEqual(cursors);
    expect(new Set([...forward, ...backward].map(({ totalCount }) => totalCount))).toEqual(new Set([total]));
  });

  test('shows correctly whether there are further pages, in both directions', async () => {
    const cursors = cursorsOf([await page(walkOf(name), { first: 100 })]);
    for (const [index, cursor] of cursors.entries()) {
      const before = await page(walkOf(name), { last: 2, before: cursor });
      const after = await page(walkOf(name), { first: 2, after: cursor });
      expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: index > 2 });
      expect(after.pageInfo).toMatchObject({ hasNextPage: index + 3 < total, hasPreviousPage: true });
    }
  });

  test('shows what lies between two cursors', async () => {
    const cursors = cursorsOf([await page(walkOf(name), { first: 100 })]);
    const between = { after: cursors[1], before: cursors[5] };
    const front = await page(walkOf(name), { first: 2, ...between });
    expect(cursorsOf([front])).toEqual(cursors.slice(2, 4));
    expect(front.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const all = await page(walkOf(name), { last: 10, ...between });
    expect(cursorsOf([all])).toEqual(cursors.slice(2, 5));
    expect(all.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    expect((await page(walkOf(name), { first: 100, before: cursors[3] })).pageInfo).toMatchObject({
      hasNextPage: true,
      hasPreviousPage: false,
    });
  });

  test('has an empty page after its last item, without cursors', async () => {
    const cursors = cursorsOf([await page(walkOf(name), { first: 100 })]);
    const empty = await page(walkOf(name), { first: 1, after: cursors.at(-1) });
    expect(empty).toMatchObject({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  test.each([
    ['first', { first: 0 }],
    ['first', { first: -1 }],
    ['first', { first: 101 }],
    // More than an operation may cost.
    ['first', { first: 5_001 }],
    ['last', { last: 0 }],
    ['last', { last: 101 }],
    ['last', { last: 2 ** 31 - 1 }],
    ['last', { first: 1, last: 1 }],
  ])('refuses a page size out of bounds, naming %s: %j', async (argument, args) => {
    const { status, body } = await gateway.ask({ query: walkOf(name).query, variables: args });
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
    expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
  });

  test.each(['after', 'before'])('refuses a cursor that it did not issue, naming %s', async (argument) => {
    const [mine = ''] = cursorsOf([await page(walkOf(name), { first: 1 })]);
    const flipped = `${mine.slice(0, -1)}${mine.endsWith('A') ? 'B' : 'A'}`;
    for (const cursor of ['', 'abc', flipped, `${mine}A`, mine.slice(1), '\0', 'é', 'x'.repeat(5_000)]) {
      const { status, body } = await gateway.ask({ query: walkOf(name).query, variables: { [argument]: cursor } });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR', argument } }]);
    }
  });
});

test('a list in the order OLDEST is the list in reverse', async () => {
  const shown = (name: Connection) => page(walkOf(name), { first: 100 });
  const [newest, oldest] = [await shown('webhookConfigurations'), await shown('oldestConfigurations')];
  expect(oldest.edges.map(({ node }) => node)).toEqual(newest.edges.map(({ node }) => node).reverse());
});

describe('a cursor', () => {
  test('of the other order is refused', async () => {
    const [foreign] = cursorsOf([await page(walkOf('webhookConfigurations'), { first: 1 })]);
    const { body } = await gateway.ask({ query: walkOf('oldestConfigurations').query, variables: { after: foreign } });
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
  });

  test('of another connection is refused', async () => {
    const [foreign] = cursorsOf([await page(walkOf('paymentAccounts'), { first: 1 })]);
    for (const name of ['pockets', 'webhookEvents'] as const) {
      const { body } = await gateway.ask({ query: walkOf(name).query, variables: { after: foreign } });
      expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
    }
  });

  test('of another partner is refused', async () => {
    const [foreign] = cursorsOf([await page(walkOf('paymentAccounts'), { first: 1 })]);
    const { query } = walkOf('paymentAccounts');
    const { body } = await gateway.ask({ query, variables: { after: foreign }, client: 'beta-pay' });
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
  });

  test('of another account is refused', async () => {
    const [foreign] = cursorsOf([await page(walkOf('pockets'), { first: 1 })]);
    const query = walkOf('pockets').query.replace('200001', '200002');
    const { body } = await gateway.ask({ query, variables: { after: foreign } });
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
  });

  test('of the log is valid with every filter', async () => {
    const [first] = cursorsOf([await page(walkOf('webhookEvents'), { first: 1 })]);
    const query = `query ($after: String) {
      webhookEvents(filter: { eventNames: [POCKET_ACCOUNT_WAS_CREATED], contexts: [POCKET] }, after: $after) { totalCount nodes { id } }
    }`;
    const { webhookEvents } = await gateway.data({ query, variables: { after: first } });
    expect(webhookEvents.nodes).toHaveLength(POCKETS - 1);
  });
});
