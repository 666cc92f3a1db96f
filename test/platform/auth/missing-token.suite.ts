import { describe, expect, test } from '@jest/globals';
import { countPockets, CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

const QUERIES_WITH_TOKEN = [
  '{ viewer { partner } }',
  '{ node(id: "x") { id } }',
  '{ nodes(ids: []) { id } }',
  '{ paymentAccount(number: "200001") { number } }',
  '{ paymentAccounts { totalCount } }',
  '{ pocket(number: "x") { number } }',
  '{ webhookEvents { totalCount } }',
];

describe('without a token', () => {
  test.each(QUERIES_WITH_TOKEN)('%s is refused with a challenge', async (query) => {
    const { status, headers, body } = await gateway.ask({ query, client: null });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="partner-banking", DPoP realm="partner-banking", algs="ES256 PS256 EdDSA"',
    );
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(body.data).toBeUndefined();
  });

  test('a mutation is refused and changes nothing', async () => {
    const before = await countPockets(gateway, '200001');
    const variables = { input: pocketInput() };
    const { status, body } = await gateway.ask({ query: CREATE_POCKET, variables, client: null });
    expect(status).toBe(401);
    expect(body.data).toBeUndefined();
    expect(await countPockets(gateway, '200001')).toBe(before);
  });

  test.each([
    ['a field that needs none', '{ errorCatalogue { code } viewer { partner } }'],
    ['introspection', '{ __schema { queryType { name } } viewer { partner } }'],
    ['__typename', '{ __typename viewer { partner } }'],
  ])('no data is returned for %s next to a field that needs a token', async (_case, query) => {
    const { status, body } = await gateway.ask({ query, client: null });
    expect(status).toBe(401);
    expect(body.data).toBeUndefined();
  });

  test.each([
    ['__typename', '{ __typename }', { __typename: 'Query' }],
    ['introspection', '{ __schema { queryType { name } } }', { __schema: { queryType: { name: 'Query' } } }],
    ['__type', '{ __type(name: "Pocket") { kind } }', { __type: { kind: 'OBJECT' } }],
  ])('%s is answered', async (_case, query, data) => {
    const { status, body } = await gateway.ask({ query, client: null });
    expect(status).toBe(200);
    expect(body.data).toEqual(data);
  });

  test('the error catalogue is answered in full', async () => {
    const { body } = await gateway.ask({
      query: '{ errorCatalogue { code status type message condition raisedBy origin } }',
      client: null,
    });
    expect(body.errors).toBeUndefined();
    expect(body.data.errorCatalogue).toContainEqual({
      code: 'ACCOUNT_NOT_FOUND',
      status: 404,
      type: 'AccountNotFoundError',
      message: expect.any(String),
      condition: expect.stringMatching(/\.$/),
      raisedBy: expect.arrayContaining(['createPocket']),
      origin: 'GATEWAY',
    });
  });

  test('only the selected operation is checked', async () => {
    const response = await fetch(`${gateway.app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'query A { __typename } query B { viewer { partner } }', operationName: 'A' }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } });
  });
});

describe('an Authorization header', () => {
  test.each([
    ['empty', ''],
    ['without a token', 'Bearer'],
    ['with spaces instead of a token', 'Bearer   '],
    ['of another scheme', 'Basic YWNtZS1wYXk6YWNtZS1wYXktc2VjcmV0'],
    ['with two tokens', 'Bearer a b'],
    ['with a scheme that only begins with Bearer', 'BearerX abc'],
    ['with an invented token', 'Bearer abc'],
    ['with three empty parts', 'Bearer ..'],
    ['with three parts that are not JSON', 'Bearer a.b.c'],
  ])('%s is refused, even where no token is needed', async (_case, authorization) => {
    for (const query of ['{ viewer { partner } }', '{ __typename }']) {
      const { status, headers, body } = await gateway.ask({ query, client: null, headers: { authorization } });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="partner-banking", error="invalid_token"');
      expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      expect(body.data).toBeUndefined();
    }
  });

  test.each(['Bearer', 'bearer', 'BEARER'])('is accepted with the scheme written %s', async (scheme) => {
    const authorization = `${scheme} ${await gateway.token('acme-pay')}`;
    const { body } = await gateway.ask({ query: '{ viewer { partner } }', client: null, headers: { authorization } });
    expect(body.data).toEqual({ viewer: { partner: gateway.partnerOf() } });
  });

  test('without its scheme is refused', async () => {
    const authorization = await gateway.token('acme-pay');
    const { status } = await gateway.ask({ query: '{ __typename }', client: null, headers: { authorization } });
    expect(status).toBe(401);
  });
});
