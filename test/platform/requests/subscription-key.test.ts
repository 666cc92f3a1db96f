import { describe, expect, test } from '@jest/globals';
import { Kind, parse } from 'graphql';
import { subscriptionKey } from '../../../src/platform/requests/subscription-key.ts';

interface View {
  readonly query?: string;
  readonly variables?: Record<string, unknown>;
  readonly partnerId?: string;
  readonly companyKey?: string;
  readonly scopes?: readonly string[];
  readonly operationName?: string;
}

const QUERY =
  'subscription A($after: String, $first: Int) { webhookEvents(after: $after) { id pockets(first: $first) } }';
const TWICE = 'subscription A($after: String) { webhookEvents(after: $after) { pockets(after: $after) { id } } }';
const TWO = `${QUERY} subscription B { webhookEvents { id } }`;

function keyOf({ query = QUERY, variables = {}, operationName = 'A', scopes = ['a', 'b'], ...who }: View): string {
  const document = parse(query);
  const operation = document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .find(({ name }) => name?.value === operationName);
  if (operation === undefined) throw new Error('The document has no such operation.');
  const { partnerId = 'P', companyKey = 'C' } = who;
  const principal = {
    partnerId,
    companyKey,
    client: null,
    scopes: new Set(scopes),
    tokenExpiresAt: new Date(0),
    tokenKey: '',
    boundTo: undefined,
  };
  return subscriptionKey({ operation: { document, operation }, variables, principal });
}

describe('two subscriptions share a view', () => {
  test.each<[string, View, View]>([
    ['that begin at different positions', { variables: { after: 'x' } }, { variables: { after: 'y' } }],
    ['one of which begins now', { variables: { after: 'x' } }, {}],
    ['whose tokens list the same scopes in another order', {}, { scopes: ['b', 'a'] }],
    [
      'whose variables are in another order',
      { variables: { first: 1, after: 'x' } },
      { variables: { after: 'x', first: 1 } },
    ],
  ])('%s', (_case, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });
});

describe('two subscriptions do not share a view', () => {
  test.each<[string, View, View]>([
    ['of different partners', {}, { partnerId: 'Q' }],
    ['of different company keys', {}, { companyKey: 'D' }],
    ['of different scopes', {}, { scopes: ['a'] }],
    ['whose scopes only look alike when joined', { scopes: ['a b'] }, { scopes: ['a', 'b'] }],
    ['of different documents', {}, { query: QUERY.replace('{ id', '{ id id2: id') }],
    ['of different operations of one document', { query: TWO }, { query: TWO, operationName: 'B' }],
    ['of different variables', { variables: { first: 1 } }, { variables: { first: 2 } }],
    ['with and without a variable', { variables: { first: 1 } }, {}],
    [
      'whose start position is also used elsewhere',
      { query: TWICE, variables: { after: 'x' } },
      { query: TWICE, variables: { after: 'y' } },
    ],
  ])('%s', (_case, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});
