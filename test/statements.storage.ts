import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from './support/gateway.ts';
import { createPocket, expectSuccess, pocketInput, setPocketLimit } from './support/pockets.ts';
import { statementsOf } from './support/statement-spans.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
  await setPocketLimit(gateway, '200001', 200);
  for (let made = 0; made < 105; made += 1) await expectSuccess(createPocket(gateway, pocketInput()));
});
afterAll(() => gateway.stop());

/** Counts the statements of a query; its token is verified before. */
async function countStatements(query: string): Promise<number> {
  await gateway.data({ query: '{ viewer { partner } }' });
  return (await statementsOf((headers) => gateway.data({ query, headers }))).length;
}

const FIELDS = 'nodes { number account { number bank { name } holder { name } } } pageInfo { hasNextPage endCursor }';

describe('the statements of a query', () => {
  test.each([
    [
      'a page of 100 pockets with account and holder',
      `{ paymentAccount(number: "200001") { pockets(first: 100) { ${FIELDS} } } }`,
      3,
    ],
    ['the pockets of all accounts', `{ paymentAccounts { nodes { pockets(first: 5) { ${FIELDS} } } } }`, 3],
    ['the same with all totals', `{ paymentAccounts { totalCount nodes { pockets { totalCount } } } }`, 4],
    ['the keys of all accounts', '{ paymentAccounts { nodes { pixEntries { id account { holder { name } } } } } }', 3],
    ['one key with its account', '{ pixEntry(key: "10020030320") { account { pixEntries { id } } } }', 3],
    ['the first page, looking backward', `{ paymentAccounts(first: 2) { pageInfo { hasPreviousPage } } }`, 1],
    ['one account', `{ paymentAccount(number: "200001") { holder { name } bank { name } } }`, 1],
    ['the viewer', '{ viewer { partner companyKey scopes } }', 0],
    ['nothing but text', '{ errorCatalogue { code } __typename }', 0],
  ])('are few for %s', async (_case, query, most) => {
    expect(await countStatements(query)).toBeLessThanOrEqual(most);
  });

  test('grow by one when the total is selected', async () => {
    const without = await countStatements('{ paymentAccounts { nodes { id } } }');
    expect(await countStatements('{ paymentAccounts { totalCount nodes { id } } }')).toBe(without + 1);
  });

  test('do not grow with the page', async () => {
    const query = (first: number) => `{ paymentAccount(number: "200001") { pockets(first: ${first}) { ${FIELDS} } } }`;
    expect(await countStatements(query(100))).toBe(await countStatements(query(2)));
  });
});
