import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, Kind, parse, type OperationDefinitionNode } from 'graphql';
import { Executor } from '../../../../src/platform/graphql/operations/executor.ts';
import type { RequestContext } from '../../../../src/platform/graphql/operations/request-context.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { anonymousContext } from '../../../support/request-context.ts';

const SECONDS_MAX = 0.05;
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      hangs: { type: GraphQLInt, resolve: () => new Promise(() => undefined) },
      answers: { type: GraphQLInt, resolve: () => Promise.resolve(1) },
    },
  }),
});
const executor = new Executor(schema, SECONDS_MAX);

let own: OwnDatabase;
let context: RequestContext;

beforeAll(async () => {
  own = await OwnDatabase.open();
  context = anonymousContext(own, 'http');
});
afterAll(() => own.close());

function operationOf(text: string) {
  const document = parse(text);
  const isOperation = (node: object): node is OperationDefinitionNode =>
    'kind' in node && node.kind === Kind.OPERATION_DEFINITION;
  const operation = document.definitions.find(isOperation);
  if (operation === undefined) throw new Error('There is no operation.');
  return { document, operation };
}

/** The first run of a document is by graphql-js, later ones are compiled. */
test('an operation that does not end is answered in time with a retryable code, and others are not disturbed', async () => {
  const [hanging, answering] = [operationOf('{ hangs }'), operationOf('{ answers }')];
  for (const _ of [1, 2, 3]) {
    const { data, errors } = await executor.run(hanging, context, {});
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['SERVICE_UNAVAILABLE']);
    expect(await executor.run(answering, context, {})).toMatchObject({ data: { answers: 1 } });
  }
});
