import { describe, expect, test } from '@jest/globals';
import { Client, fetchExchange } from '@urql/core';
import type { GraphqlBody } from '../../support/gateway.ts';
import { countPockets, CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

const PREFLIGHT = { 'apollo-require-preflight': 'yes' };

async function get(parameters: Record<string, string>, headers: Record<string, string>) {
  const token = await gateway.token('acme-pay');
  const response = await fetch(`${gateway.app.url}/graphql?${new URLSearchParams(parameters).toString()}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as GraphqlBody };
}

describe('a query by GET', () => {
  test('runs with a header that makes browsers send a preflight', async () => {
    const { status, body } = await get({ query: '{ viewer { partner } }' }, PREFLIGHT);
    expect(status).toBe(200);
    expect(body.data).toEqual({ viewer: { partner: gateway.partnerOf() } });
  });

  test('accepts variables and an operation name', async () => {
    const query = 'query A { __typename } query B($number: String!) { paymentAccount(number: $number) { branch } }';
    const variables = JSON.stringify({ number: '200001' });
    const { body } = await get({ query, variables, operationName: 'B' }, PREFLIGHT);
    expect(body.data).toEqual({ paymentAccount: { branch: '0001' } });
  });

  test.each<Record<string, string>>([
    { operationName: '', variables: '', extensions: '' },
    { variables: 'null', extensions: 'null' },
    { variables: '{}', extensions: '{}' },
  ])('treats empty parameters as absent: %j', async (parameters) => {
    for (const query of ['{ viewer { partner } }', `{ viewer { partner } } # ${JSON.stringify(parameters)}`]) {
      const { status, body } = await get({ query, ...parameters }, PREFLIGHT);
      expect([status, body]).toMatchObject([200, { data: { viewer: { partner: gateway.partnerOf() } } }]);
    }
  });

  test('runs with a token, as urql and graphql-request send it', async () => {
    const { status, body } = await get({ query: '{ viewer { partner } }' }, {});
    expect(status).toBe(200);
    expect(body.data).toEqual({ viewer: { partner: gateway.partnerOf() } });
  });

  test('is refused without a token or that header, so that no page of another site can search', async () => {
    const response = await fetch(`${gateway.app.url}/graphql?query={__typename}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  });

  test('runs in urql, which sends short queries by GET by default', async () => {
    const token = await gateway.token('acme-pay');
    const client = new Client({
      url: `${gateway.app.url}/graphql`,
      exchanges: [fetchExchange],
      fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    });
    const { data, error } = await client.query('{ viewer { partner } }', {}).toPromise();
    expect(error).toBeUndefined();
    expect(data).toEqual({ viewer: { partner: gateway.partnerOf() } });
  });

  test.each([
    ['no query', {}],
    ['an empty query', { query: '' }],
    ['variables that are not JSON', { query: '{ __typename }', variables: '{' }],
    ['variables that are a list', { query: '{ __typename }', variables: '[]' }],
  ])('is refused with %s', async (_case, parameters) => {
    const { status, body } = await get(parameters, PREFLIGHT);
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
  });

  test('is refused with two queries', async () => {
    const response = await fetch(`${gateway.app.url}/graphql?query={__typename}&query={__schema{description}}`, {
      headers: PREFLIGHT,
    });
    expect(response.status).toBe(400);
  });
});

describe('a mutation by GET', () => {
  test.each([
    ['on its own', CREATE_POCKET, 'CreatePocket'],
    ['beside a query', `${CREATE_POCKET} query Other { __typename }`, 'CreatePocket'],
  ])('%s is refused with 405 and changes nothing', async (_case, query, operationName) => {
    const before = await countPockets(gateway, '200001');
    const variables = JSON.stringify({ input: pocketInput() });
    const { status, headers, body } = await get({ query, variables, operationName }, PREFLIGHT);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
    expect(body.data).toBeUndefined();
    expect(await countPockets(gateway, '200001')).toBe(before);
  });
});
