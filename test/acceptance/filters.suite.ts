import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { buildClientSchema, buildSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { stay } from './current-stay.ts';
import { connectionFields, filtersOf, pageQuery, type ConnectionField } from './filters.ts';

/** Pages are small, since their selections are deep. */
const SIZE = 3;

const connections = connectionFields(buildSchema(readFileSync('schema.graphql', 'utf8')));
const nameOf = ({ parent, field }: ConnectionField) => `${parent}.${field.name}`;
const cases = connections.flatMap((connection) =>
  filtersOf(connection.field).map((filter) => ({
    name: `${nameOf(connection)} ${JSON.stringify(filter)}`,
    query: pageQuery(connection),
    field: connection.field.name,
    filter,
  })),
);

interface ShownPage {
  readonly nodes: readonly object[];
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: { readonly startCursor: string | null; readonly endCursor: string | null };
}

/** Finds the page in an answer, at any depth. */
function pageOf(data: object, field: string): ShownPage {
  if (field in data) return (data as Record<string, ShownPage>)[field] as ShownPage;
  const within: unknown = Object.values(data)[0];
  if (typeof within !== 'object' || within === null) throw new Error(`The response has no ${field}.`);
  return pageOf(within, field);
}

describe('every connection', () => {
  test('is covered here', async () => {
    const data = await stay.stranger.data({ query: getIntrospectionQuery(), client: null });
    const served = connectionFields(buildClientSchema(data as IntrospectionQuery));
    expect(served.map(nameOf)).toEqual(connections.map(nameOf));
  });

  test.each(cases)('returns its first and its last page: $name', async ({ query, field, filter }) => {
    const ask = async (variables: object) =>
      pageOf(await stay.stranger.data({ query, variables: { ...filter, ...variables } }), field);
    const first = await ask({ first: SIZE });
    const last = await ask({ last: SIZE });
    for (const { nodes, edges } of [first, last]) expect(edges).toHaveLength(nodes.length);
    const [after, before] = [first.pageInfo.endCursor, last.pageInfo.startCursor];
    if (after !== null) await ask({ first: SIZE, after });
    if (before !== null) await ask({ last: SIZE, before });
  });
});
