import { describe, expect, test } from '@jest/globals';
import { countPockets, CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

const DOCUMENT_TOKENS_MAX = 1_000;

/** A document of this many tokens: 16 around a list, the rest in it. */
function documentOf(tokens: number): string {
  const names = 'POCKET_ACCOUNT_WAS_CREATED '.repeat(tokens - 16);
  return `{ webhookEvents(filter: { eventNames: [${names}] }) { totalCount } }`;
}

function postJson(value: object) {
  return fetch(`${gateway.app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
}

describe('a document', () => {
  test(`of ${DOCUMENT_TOKENS_MAX} tokens is read`, async () => {
    const { status } = await gateway.ask({ query: documentOf(DOCUMENT_TOKENS_MAX) });
    expect(status).toBe(200);
  });

  test.each([DOCUMENT_TOKENS_MAX + 1, 5_000])('of %i tokens is refused', async (tokens) => {
    const { status, body } = await gateway.ask({ query: documentOf(tokens) });
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
    expect(body.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }]);
  });

  test.each([
    ['a syntax error', '{ viewer { partner }', 'GRAPHQL_PARSE_FAILED'],
    ['endless nesting', '{ a '.repeat(400), 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown argument', '{ paymentAccount(numbr: "1") { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a missing argument', '{ paymentAccount { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown type', '{ ... on Quer { __typename } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown directive', '{ __typename @skp(if: true) }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a fragment that includes itself', '{ ...A } fragment A on Query { ...A }', 'GRAPHQL_VALIDATION_FAILED'],
    ['schema definitions', 'type Query { a: Int }', 'GRAPHQL_VALIDATION_FAILED'],
    ['only a comment', '# nothing', 'GRAPHQL_PARSE_FAILED'],
    ['only blanks', '  \n', 'GRAPHQL_PARSE_FAILED'],
  ])('with %s is refused before a token is required', async (_case, query, code) => {
    const { status, body } = await gateway.ask({ query, client: null });
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
    expect(body.errors?.[0]?.extensions['code']).toBe(code);
  });

  test('with many errors gets only the first five, and a note that there are more', async () => {
    const { body } = await gateway.ask({ query: `{ ${Array.from({ length: 50 }, (_, n) => `f${n}`).join(' ')} }` });
    expect(body.errors?.length).toBeLessThanOrEqual(6);
  });

  test.each([
    ['{ viewr { partner } }'],
    ['{ viewer { partnr } }'],
    ['{ paymentAccount(numbr: "1") { id } }'],
    ['{ ... on Quer { __typename } }'],
    ['query ($a: Strin) { __typename }'],
    ['{ webhookEvents(filter: { eventNames: [POCKET_ACCOUNT_WAS_CREATE] }) { totalCount } }'],
    ['{ webhookEvents(filter: { eventName: [] }) { totalCount } }'],
    ['{ webhookEvents(filter: { eventNames: "POCKET_ACCOUNT_WAS_CREATED" }) { totalCount } }'],
  ])('%s gets no suggestion of similar names in the schema', async (query) => {
    const { status, body } = await gateway.ask({ query });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toMatch(/did you mean/i);
  });

  test.each([
    ['query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter) { totalCount } }', { eventName: [] }],
    [
      'query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter) { totalCount } }',
      { eventNames: ['POCKET_ACCOUNT_WAS_CREATE'] },
    ],
  ])('%s with %j gets no suggestion either', async (query, filter) => {
    const { status, body } = await gateway.ask({ query, variables: { filter } });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(JSON.stringify(body)).not.toMatch(/did you mean/i);
  });
});

describe('the name of an operation', () => {
  const query = 'query A { __typename } query B { __typename }';

  test.each([
    ['unknown', { query, operationName: 'C' }],
    ['left out where there are two', { query }],
    ['empty where there are two', { query, operationName: '' }],
    ['unknown where there is one', { query: '{ __typename }', operationName: 'A' }],
  ])('that is %s is refused', async (_case, request) => {
    const response = await postJson(request);
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }] });
    expect(body).not.toHaveProperty('data');
  });

  test('chooses the operation', async () => {
    const response = await postJson({ query, operationName: 'B' });
    expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } });
  });
});

describe('no error', () => {
  test.each([
    ['a syntax error', { query: '{' }],
    ['an unknown field', { query: '{ nothing }' }],
    ['a wrong variable', { query: 'query ($n: String!) { __type(name: $n) { name } }', variables: { n: 1 } }],
    ['a missing token', { query: '{ viewer { partner } }' }],
    ['a batch', [{ query: '{ __typename }' }]],
    ['a query that is not a string', { query: { a: 1 } }],
    ['an unknown operation', { query: 'query A { __typename }', operationName: 'B' }],
  ])('shows where it was thrown: %s', async (_case, request) => {
    const text = await (await postJson(request)).text();
    expect(text).toMatch(/"errors":\[\{/);
    expect(text).not.toMatch(/stack|node_modules|\.(ts|js):\d|\bat \w+ \(|file:\/\//i);
  });
});

describe('an Accept header', () => {
  test.each(['text/plain', 'text/html;q=0.9', 'application/json;q=0', 'application/json; charset=latin1'])(
    'of %s is refused before anything is done',
    async (accept) => {
      const before = await countPockets(gateway, '200003');
      const variables = { input: pocketInput({ accountNumber: '200003' }) };
      const { status, body } = await gateway.ask({ query: CREATE_POCKET, variables, headers: { accept } });
      expect(status).toBe(406);
      expect(body).toMatchObject({
        errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }],
        extensions: { correlationId: expect.any(String) },
      });
      expect(await countPockets(gateway, '200003')).toBe(before);
    },
  );

  test.each([
    'text/html, */*;q=0.1',
    'application/json; charset=utf-8',
    'application/*',
    'Application/GraphQL-Response+JSON; q=1.0',
  ])('of %s is satisfied', async (accept) => {
    const { status, body } = await gateway.ask({ query: '{ viewer { partner } }', headers: { accept } });
    expect([status, body.errors]).toEqual([200, undefined]);
  });
});
