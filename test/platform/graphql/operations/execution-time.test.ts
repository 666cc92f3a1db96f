import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, Kind, parse, type OperationDefinitionNode } from 'graphql';
import { Admission } from '../../../../src/platform/requests/admission.ts';
import { Executor } from '../../../../src/platform/graphql/operations/executor.ts';
import { OperationRunner } from '../../../../src/platform/requests/operation-runner.ts';
import type { RequestContext } from '../../../../src/platform/requests/request-context.ts';
import { answeredTooLate } from '../../../../src/platform/requests/waiting-caller.ts';
import { watchMutations } from '../../../../src/platform/graphql/vocabulary/mutation-outcomes.ts';
import { createLogger } from '../../../../src/platform/observability/logger.ts';
import { eventually } from '../../../support/gateway.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { anonymousContext } from '../../../support/request-context.ts';

const SECONDS_MAX = 0.05;
/** The fields that have begun, and what lets the waiting ones end. */
const begun: string[] = [];
let letEnd = Promise.withResolvers<number>();
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      hangs: { type: GraphQLInt, resolve: () => new Promise(() => undefined) },
      answers: { type: GraphQLInt, resolve: () => Promise.resolve(1) },
    },
  }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      waits: { type: GraphQLInt, resolve: () => (begun.push('waits'), letEnd.promise) },
      follows: { type: GraphQLInt, resolve: () => begun.push('follows') },
    },
  }),
});
watchMutations(schema, (_mutation, given) => ({ context: given, ended: () => undefined }));
const executor = new Executor(schema, { secondsMax: SECONDS_MAX, tooLate: answeredTooLate });

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
test('a hanging operation is answered in time with a retryable code, and does not affect others', async () => {
  const [hanging, answering] = [operationOf('{ hangs }'), operationOf('{ answers }')];
  for (const _ of [1, 2, 3]) {
    const { data, errors } = await executor.run(hanging, context, {});
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['SERVICE_UNAVAILABLE']);
    expect(await executor.run(answering, context, {})).toMatchObject({ data: { answers: 1 } });
  }
});

test.each(['graphql-js', 'the compiled document'])(
  'fields that have not begun when a mutation times out never begin, by %s',
  async (by) => {
    const mutation = operationOf('mutation { waits follows }');
    if (by !== 'graphql-js') executor.compile(mutation);
    [begun.length, letEnd] = [0, Promise.withResolvers<number>()];
    const { errors } = await executor.run(mutation, anonymousContext(own, 'http'), {});
    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['SERVICE_UNAVAILABLE']);
    expect(executor.stillRunning).toBeGreaterThan(0);
    const others = executor.stillRunning - 1;
    letEnd.resolve(1);
    await eventually(() => Promise.resolve(executor.stillRunning === others));
    expect(begun).toEqual(['waits']);
  },
);

test('an operation that continues after its response counts as running until it has ended', async () => {
  const runner = new OperationRunner({
    schema,
    admission: new Admission(undefined),
    logger: createLogger('silent'),
    ...{ atOnceMax: 1, secondsMax: SECONDS_MAX },
    watch: () => undefined,
    polls: { during: (_context, work) => work() },
    forbidden: () => Promise.resolve(),
  });
  const [waiting, answering] = [operationOf('mutation { waits }'), operationOf('{ answers }')];
  const run = (operation: typeof waiting) => runner.run(operation, {}, anonymousContext(own, 'http'));
  letEnd = Promise.withResolvers<number>();
  expect(await run(waiting)).toMatchObject({ http: { status: 503 } });
  expect(await run(answering)).toMatchObject({ http: { status: 503 } });
  letEnd.resolve(1);
  const { result } = await eventually(async () => {
    const answer = await run(answering);
    return answer.http === undefined && answer;
  });
  expect(result).toEqual({ data: { answers: 1 } });
});
