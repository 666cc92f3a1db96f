import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  getOperationAST,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
} from 'graphql';
import { Executor } from '../../../../src/platform/graphql/operations/executor.ts';
import type { RequestContext } from '../../../../src/platform/requests/request-context.ts';
import { Edge } from '../../../../src/platform/graphql/paging/page-content.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { anonymousContext } from '../../../support/request-context.ts';

const EDGES = 10;
let cursorsMade = 0;
let leavesRead = 0;

/** Counts how often its leaves are read. */
class Counted {
  get number(): number {
    return (leavesRead += 1);
  }
  get status(): string {
    leavesRead += 1;
    return 'ACTIVE';
  }
}

const status = new GraphQLEnumType({ name: 'Status', values: { ACTIVE: {} } });
const node = new GraphQLObjectType({
  name: 'Node',
  fields: { number: { type: GraphQLInt }, status: { type: status } },
});
const edge = new GraphQLObjectType({
  name: 'Edge',
  fields: { cursor: { type: new GraphQLNonNull(GraphQLString) }, node: { type: new GraphQLNonNull(node) } },
});
const encode = () => `cursor ${(cursorsMade += 1)}`;
const edges = () => Array.from({ length: EDGES }, () => new Edge(new Counted(), encode));
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: { edges: { type: new GraphQLList(edge), resolve: edges } },
  }),
});

let own: OwnDatabase;
let context: RequestContext;

beforeAll(async () => {
  own = await OwnDatabase.open();
  context = anonymousContext(own, 'http');
});
afterAll(() => own.close());

describe('each leaf of a response is read once, by graphql-js and by compiled documents', () => {
  test.each([1, 2, 3])('in run %s', async (runs) => {
    const document = parse('{ edges { cursor node { number status } } }');
    const operation = getOperationAST(document);
    if (!operation) throw new Error('There is no operation.');
    const executor = new Executor(schema, { tooLate: () => undefined });
    for (let run = 1; run < runs; run += 1) await executor.run({ document, operation }, context, {});
    cursorsMade = 0;
    leavesRead = 0;
    const { data } = await executor.run({ document, operation }, context, {});
    expect(data?.['edges']).toHaveLength(EDGES);
    expect([cursorsMade, leavesRead]).toEqual([EDGES, 2 * EDGES]);
  });
});
