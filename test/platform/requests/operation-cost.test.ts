import { describe, expect, test } from '@jest/globals';
import { buildSchema, getIntrospectionQuery, graphqlSync, Kind, parse } from 'graphql';
import { operationCost } from '../../../src/platform/requests/operation-cost.ts';

const schema = buildSchema(`
  type Query {
    number: Int
    dear: Int
    thing: Thing
    named: Named
    things: [Thing!]!
    nodes(ids: [ID!]!): [Named]!
    pages(first: Int, last: Int): Pages!
  }
  type Mutation { make: Made remake(ids: [ID!]!): Remade! }
  type Remade { thing: Thing accepted: [Thing!]! }
  union Made = Thing | Other
  interface Named { name: String }
  type Thing implements Named { name: String things: [Thing!]! pages(first: Int, last: Int): Pages! thing: Thing }
  type Other implements Named { name: String other: Other thing: Thing }
  type Pages { edges: [Edge!]! nodes: [Thing!]! pageInfo: PageInfo! totalCount: Int! }
  type Edge { cursor: String! node: Thing! }
  type PageInfo { hasNextPage: Boolean! }
`);

const dear = schema.getQueryType()?.getFields()['dear'];
if (dear !== undefined) dear.extensions = { cost: 10 };

function costOf(text: string, variables: object = {}): number {
  const document = parse(text);
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION)
      return operationCost(schema, document, definition)({ ...variables });
  throw new Error('No operation.');
}

describe('the cost of an operation', () => {
  test.each([
    ['scalars are free', '{ number __typename }', 0],
    ['an object', '{ thing { name } }', 1],
    ['an object twice', '{ thing { name } again: thing { name } }', 2],
    ['nested objects', '{ thing { thing { thing { name } } } }', 3],
    ['a list of unknown length counts ten', '{ things { name } }', 10],
    ['lists multiply', '{ things { things { name } } }', 110],
    ['a page without a size has 20', '{ pages { nodes { name } } }', 21],
    ['what a scalar declares', '{ again: number dear }', 10],
    ['a page of 50', '{ pages(first: 50) { nodes { name } pageInfo { hasNextPage } } }', 52],
    ['a page from the back', '{ pages(last: 5) { totalCount edges { node { name } } } }', 11],
    ['the larger of two sizes', '{ pages(first: 5, last: 7) { nodes { name } } }', 8],
    ['a page that only counts', '{ pages(first: 100) { totalCount } }', 1],
    ['pages in pages', '{ pages(first: 10) { nodes { pages(first: 10) { nodes { name } } } } }', 121],
    ['ids', '{ nodes(ids: ["a", "b", "c"]) { name } }', 3],
    ['a mutation', 'mutation { make { __typename } }', 11],
    ['two mutations', 'mutation { make { __typename } also: make { __typename } }', 22],
    [
      'lists in the payload of a mutation with ids',
      'mutation { remake(ids: ["a", "b", "c"]) { thing { things { name } } accepted { things { name } } } }',
      10 + 1 + (1 + 10) + 3 * (1 + 10),
    ],
    [
      'the most expensive of several types',
      '{ named { ... on Thing { things { name } } ... on Other { other { name } } } }',
      11,
    ],
    ['fields of all types', '{ named { name ... on Other { other { name } thing { name } } } }', 3],
    [
      'fragments',
      '{ thing { ...T } } fragment T on Thing { thing { name } things { ...U } } fragment U on Named { name }',
      12,
    ],
    ['a size that is refused later', '{ pages(first: -5) { nodes { name } } }', 2],
    ['a size of none', '{ pages(first: 0) { nodes { thing { name } } } }', 3],
    ['a list of no ids', '{ nodes(ids: []) { name } }', 1],
    ['a type that does not exist', '{ __type(name: "Nope") { fields { name } } }', 1],
    ['an alias is free', `{ ${'x'.repeat(100)}: number }`, 0],
    ['a long alias by its kilobytes', `{ things { ${'x'.repeat(1_024)}: name } }`, 20],
  ])('%s', (_rule, text, cost) => {
    expect(costOf(text)).toBe(cost);
  });

  const PAGE =
    'query ($size: Int = 7, $ids: [ID!]) { pages(first: $size) { nodes { name } } nodes(ids: $ids) { name } }';
  test.each([
    [{ size: 30, ids: ['a'] }, 32],
    [{ ids: [] }, 9],
    [{ size: null }, 31],
    [{ size: 'x', ids: 'a' }, 31],
  ])('reads sizes from the variables %j', (variables, cost) => {
    expect(costOf(PAGE, variables)).toBe(cost);
  });

  test('is computed quickly for fragments that spread each other many times', () => {
    const levels = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on Thing { a: thing { ...F${n + 1} } b: thing { ...F${n + 1} } }`,
    );
    expect(costOf(`{ thing { ...F0 } } ${levels.join(' ')} fragment F60 on Thing { name }`)).toBe(2 ** 61 - 1);
  });

  test('of a cycle, which validation refuses, is finite', () => {
    expect(costOf('{ thing { ...F } } fragment F on Thing { thing { ...F } }')).toBe(2);
  });
});

/** Returns the number of objects in a response, at any depth. */
function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const within = Object.values(value).reduce<number>((sum, item) => sum + objectsIn(item), 0);
  return within + (Array.isArray(value) ? 0 : 1);
}

describe('the cost of introspection', () => {
  test.each([
    ['the query of tools', getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true })],
    ['every root type', '{ __schema { queryType { name } mutationType { name } subscriptionType { name } } }'],
    ['a type by its name', '{ __type(name: "Thing") { fields { args { type { ofType { name } } } type { kind } } } }'],
    ['a type that does not exist', '{ number __type(name: "Nothing") { fields { name } } thing { name } }'],
    [
      'types of types',
      '{ __schema { types { possibleTypes { name } interfaces { fields { name } } ...on __Type { enumValues { name } } } } }',
    ],
  ])('is one for four objects that it shows: %s', (_kind, text) => {
    const { data, errors } = graphqlSync({ schema, source: text });
    expect(errors).toBeUndefined();
    const others = text.includes('thing {') ? 1 : 0;
    const parts = objectsIn(data) - 1 - others;
    expect(costOf(text)).toBe(Math.ceil(Math.max(1, parts / 4) + others));
  });

  test('by a name from a variable is that of the most expensive type', () => {
    expect(costOf('query ($name: String!) { __type(name: $name) { fields { name } } }')).toBe(
      costOf('{ __type(name: "__Type") { fields { name } } }'),
    );
  });

  test('is computed quickly for a document that would show millions', () => {
    const levels = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on __Type { ofType { ...F${n + 1} } fields { type { ...F${n + 1} } } }`,
    );
    const text = `{ __schema { types { ...F0 } } } ${levels.join(' ')} fragment F60 on __Type { name }`;
    expect(costOf(text)).toBeGreaterThan(5_000);
  });
});
