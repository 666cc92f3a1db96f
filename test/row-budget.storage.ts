import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from './support/gateway.ts';
import { createPocket, expectSuccess, pocketInput, setPocketLimit } from './support/pockets.ts';

/** Additional rows of the longer page. */
const MORE_ROWS = 80;
/** Promises that one row may add on average, including those of further chunks of a longer answer. */
const PROMISES_PER_ROW = 0.25;
/** Number of answers, of which the fewest promises count: background work creates promises too. */
const ANSWERS = 5;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
  await setPocketLimit(gateway, '200001', 200);
  for (let made = 0; made < MORE_ROWS + 10; made += 1) await expectSuccess(createPocket(gateway, pocketInput()));
});
afterAll(() => gateway.stop());

/** Counts the promises of an answer, once the document is compiled and caches are filled. */
async function promisesOf(query: string, first: number): Promise<number> {
  const ask = { query, variables: { first } };
  for (let warm = 0; warm < 3; warm += 1) await gateway.data(ask);
  let fewest = Infinity;
  for (let answer = 0; answer < ANSWERS; answer += 1) fewest = Math.min(fewest, await promisesDuring(ask));
  return fewest;
}

/** Counts the promises of this process while a query is answered, by client and server together. */
async function promisesDuring(ask: Parameters<Gateway['data']>[0]): Promise<number> {
  let made = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'PROMISE') made += 1;
    },
  });
  hook.enable();
  await gateway.data(ask);
  hook.disable();
  return made;
}

describe('a row of a page adds no promises', () => {
  test.each([
    [
      'of pockets with account, bank and holder',
      'pockets(first: $first) { nodes { number createdAt user { name document { value } } account { number bank { name } holder { name } } } }',
    ],
    ['of pockets as edges', 'pockets(first: $first) { edges { cursor node { id account { id } } } }'],
  ])('%s', async (_case, fields) => {
    const query = `query ($first: Int!) { paymentAccount(number: "200001") { ${fields} } }`;
    const more = (await promisesOf(query, 10 + MORE_ROWS)) - (await promisesOf(query, 10));
    expect(more / MORE_ROWS).toBeLessThan(PROMISES_PER_ROW);
  });
});
