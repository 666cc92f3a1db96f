import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
});
afterAll(() => gateway.stop());

/** Returns how many known queries the plans were asked for and left to the executor. */
async function leftByPlans(): Promise<number> {
  const text = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
  return [...text.matchAll(/^byte_page_fallbacks_total\{.*\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

test.each([
  ['Node', ''],
  ['curl and fetch', '*/*'],
  ['axios', 'application/json, text/plain, */*'],
  ['graphql-request', 'application/graphql-response+json, application/json'],
  ['Apollo Client', 'application/graphql-response+json,application/json;q=0.9'],
  [
    'urql',
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  ],
  ['the specification', 'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8'],
  ['the specification, by preference', 'application/graphql-response+json, application/json;q=0.9'],
])('a known query of %s bypasses Apollo Server', async (client, accept) => {
  const query = `{ viewer { partner } } # ${client}`;
  const send = async () => {
    const authorization = `Bearer ${await gateway.token('acme-pay')}`;
    const headers = { 'content-type': 'application/json', authorization, accept };
    const response = await fetch(`${gateway.app.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    expect(await response.json()).toMatchObject({ data: { viewer: { partner: 'ACME_PAY' } } });
  };
  await send();
  const before = await leftByPlans();
  await send();
  // Only there are plans asked: they leave a query without a list to the executor.
  expect(await leftByPlans()).toBe(before + 1);
});
