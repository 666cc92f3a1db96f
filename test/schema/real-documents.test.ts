import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  getIntrospectionQuery,
  getNamedType,
  isEnumType,
  isObjectType,
  isScalarType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { lastDays } from '../support/days.ts';
import type { Gateway } from '../support/gateway.ts';
import { sharedGateway } from '../support/worker-gateways.ts';

/** Size of the largest page. */
const PAGE = 100;
/** Required arguments of lists, by their names. */
const ARGUMENTS: Readonly<Record<string, string>> = { filter: 'filter: $filter' };

/** What tools of different ages ask for besides. */
const ALL_OPTIONS = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
};

let gateway: Gateway;
let schema: GraphQLSchema;

beforeAll(async () => {
  gateway = await sharedGateway();
  schema = buildSchema(await (await fetch(`${gateway.app.url}/schema.graphql`)).text());
});
afterAll(() => gateway.stop());

/** Sends a document as its client does, and returns what it cost. */
async function costOf(query: string, variables: object = {}): Promise<number> {
  const { status, body } = await gateway.ask({ query, variables });
  if (status !== 200 || body.errors !== undefined) throw new Error(`${query} is answered: ${JSON.stringify(body)}`);
  return body.extensions?.cost?.['requested'] ?? 0;
}

interface ConnectionField {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: GraphQLObjectType;
}

/** Returns the connections of the root whose nodes are objects of one type. */
function connections(): readonly ConnectionField[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
    const type = getNamedType(field.type);
    const nodes = isObjectType(type) ? type.getFields()['nodes'] : undefined;
    const node = nodes && getNamedType(nodes.type);
    return isObjectType(node) ? [{ field, node }] : [];
  });
}

/** Returns the fields that a client shows in a table: all without a selection and arguments, but the kilobytes of bodies. */
function columnsOf(type: GraphQLObjectType): string {
  return Object.values(type.getFields())
    .filter((field) => field.args.length === 0)
    .filter((field) => isScalarType(getNamedType(field.type)) || isEnumType(getNamedType(field.type)))
    .map(({ name }) => name)
    .join(' ');
}

/** Returns the declared and the passed arguments of a page of this list. */
function argumentsOf({ args }: GraphQLField<unknown, unknown>) {
  const required = args.filter(({ name, type }) => name in ARGUMENTS && String(type).endsWith('!'));
  return {
    declared: [
      '$first: Int',
      '$after: String',
      ...required.map(({ name, type }) => `$${name}: ${String(type)}`),
    ].join(),
    passed: ['first: $first', 'after: $after', ...required.map(({ name }) => ARGUMENTS[name])].join(),
    variables: required.length === 0 ? { first: PAGE } : { first: PAGE, filter: lastDays(Date.now()) },
  };
}

describe('documents as clients send them are within the limits', () => {
  test('as Relay writes them: each list, with a full page of all columns', async () => {
    const found = connections();
    expect(found.length).toBeGreaterThan(3);
    for (const { field, node } of found) {
      const { declared, passed, variables } = argumentsOf(field);
      const query = `query TableQuery(${declared}) { ${field.name}(${passed}) { ...Table_data } }
        fragment Table_data on ${String(getNamedType(field.type))} {
          edges { node { ...Row_data id __typename } cursor }
          pageInfo { endCursor hasNextPage hasPreviousPage startCursor }
        }
        fragment Row_data on ${node.name} { ${columnsOf(node)} }`;
      expect(await costOf(query, variables)).toBeGreaterThan(PAGE);
    }
  });

  test('as Apollo Client writes them: each list, with the name of each type, its objects and its total', async () => {
    for (const { field, node } of connections()) {
      const { declared, passed, variables } = argumentsOf(field);
      const query = `query List(${declared}) { ${field.name}(${passed}) {
        nodes { ${columnsOf(node)} __typename }
        pageInfo { endCursor hasNextPage __typename } totalCount totalCountIsExact __typename
      } }`;
      expect(await costOf(query, variables)).toBeGreaterThan(PAGE);
    }
  });

  test('a page of 100 messages with their attempts, and of events with the messages of each', async () => {
    const shown = 'id state retryCount attempts { at httpStatus error } __typename';
    const filter = lastDays(Date.now());
    const messages = `query ($filter: WebhookMessageFilter!) {
      webhookMessages(filter: $filter, first: ${PAGE}) { nodes { ${shown} } pageInfo { endCursor } } }`;
    expect(await costOf(messages, { filter })).toBe(1 + PAGE * (1 + 10) + 1);
    for (const query of [
      `{ webhookEvents(first: 1) { nodes { id messages { ${shown} } } } }`,
      `{ webhookEvents(first: 1) { nodes { id messageConnection(first: ${PAGE}) { nodes { ${shown} } } } } }`,
      `{ webhookEvents(first: 40) { nodes { id messageConnection(first: 5) { nodes { ${shown} } } } } }`,
    ])
      expect(await costOf(query)).toBeGreaterThan(PAGE);
  });

  test.each([
    ['GraphiQL and code generators', getIntrospectionQuery()],
    ['the same with all options', getIntrospectionQuery({ ...ALL_OPTIONS })],
  ])('full introspection of %s', async (_tool, query) => {
    expect(await costOf(query)).toBeGreaterThan(PAGE);
  });
});
