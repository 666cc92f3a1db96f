import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Gateway } from '../../support/gateway.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());

const QUERY = '{ viewer { partner } }';

test.each(['access_token', 'authorization', 'token'])(
  'a token in the query string, as %s, is ignored',
  async (name) => {
    const query = new URLSearchParams({ query: QUERY, [name]: await gateway.token('acme-pay') }).toString();
    const headers = { 'apollo-require-preflight': 'x' };
    expect((await fetch(`${gateway.app.url}/graphql?${query}`, { headers })).status).toBe(401);
  },
);

test('a token in a form or a JSON body is ignored', async () => {
  const token = await gateway.token('acme-pay');
  const post = (type: string, body: string) =>
    fetch(`${gateway.app.url}/graphql`, { method: 'POST', headers: { 'content-type': type }, body });
  const form = new URLSearchParams({ query: QUERY, access_token: token }).toString();
  expect((await post('application/x-www-form-urlencoded', form)).status).toBe(415);
  const json = JSON.stringify({ query: QUERY, access_token: token, authorization: `Bearer ${token}` });
  expect((await post('application/json', json)).status).toBe(401);
});
