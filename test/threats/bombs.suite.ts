import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { socketOf } from '../support/live-events.ts';
import { TestSocket } from '../support/socket.ts';
import { sql } from '../support/webhooks.ts';
import { gateway } from '../support/sandbox-gateway.ts';

/** Limit of processor time of each, in microseconds: refused within a second (reliability), also on a busy machine. */
const PROCESSOR_MICROSECONDS_MAX = 1_000_000;
const CASH_IN = `simulateCashIn(input: { accountNumber: "200001", amount: "1.00", rail: TED })`;

let socket: TestSocket;

beforeAll(async () => {
  socket = await socketOf(gateway);
});
afterAll(() => {
  TestSocket.endAll();
});

function many(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(' ');
}

/** Allowed by GraphQL's own rule, which limits the depth of introspection, but not its width. */
const TYPES =
  'fragment T on __Type { name description fields { name args { type { ...N } } type { ...N } } possibleTypes { ...N } enumValues { name } } fragment N on __Type { name description kind ofType { name ofType { name } } }';
const TO_TYPES = 'fields { args { type { ...T } } type { ...T ofType { ...T } } } possibleTypes { ...T }';

/** Each would cause a cash-in if any of it were run; each fits into a WebSocket frame. */
const BOMBS: [string, string][] = [
  ['depth', `mutation { ${CASH_IN} { ...on SimulateCashInSuccess { cashIn { ${nested(60)} } } } }`],
  ['aliases', `mutation { ${many(60, (index) => `a${index}: ${CASH_IN} { __typename }`)} }`],
  ['aliases of __typename', `mutation { ${CASH_IN} { ${many(300, (index) => `a${index}: __typename`)} } }`],
  ['tokens', `mutation { ${CASH_IN} { ${many(20_000, () => 'a')} } }`],
  ['repeated fields', `mutation { ${CASH_IN} { ${many(300, () => '__typename')} } }`],
  ['directives', `mutation { ${CASH_IN} { __typename ${many(150, () => '@include(if: true)')} } }`],
  ['unknown directives', `mutation { ${CASH_IN} { __typename ${many(400, (index) => `@d${index}`)} } }`],
  [
    'fragments that double',
    `mutation { ...F0 } ${many(40, (index) => `fragment F${index} on Mutation { ...F${index + 1} ...F${index + 1} }`)}
     fragment F40 on Mutation { ${CASH_IN} { __typename } }`,
  ],
  [
    'a cycle of fragments',
    `mutation { ...A } fragment A on Mutation { ${CASH_IN} { __typename } ...B } fragment B on Mutation { ...A }`,
  ],
  [
    'overlapping fields',
    `mutation { ${CASH_IN} { ${many(90, (index) => `... on SimulateCashInSuccess { cashIn { a${index}: id } }`)} } }`,
  ],
  [
    'lists',
    `mutation { reprocessWebhookMessages(input: { messageIds: [${many(5_000, () => '""')}] }) { __typename } ${CASH_IN} { __typename } }`,
  ],
  [
    'nested lists',
    `mutation { ${CASH_IN} { __typename } pingWebhookConfiguration(id: ${'['.repeat(5_000)}) { __typename } }`,
  ],
  ['nested braces', `mutation { ${CASH_IN} ${'{ a '.repeat(900)} ${'} '.repeat(900)} }`],
  ['deep introspection', `{ __schema { types { ${'fields { type { '.repeat(8)} name ${'} } '.repeat(8)} } } }`],
  ['introspection over and over', `{ ${many(16, (index) => `a${index}: __schema { types { fields { name } } }`)} }`],
  [
    'introspection of every type that a type leads to',
    `{ __schema { types { ${TO_TYPES} ${TO_TYPES.replaceAll('fields', 'twice: fields')} } } } ${TYPES}`,
  ],
  [
    'introspection through one alias after another',
    `{ __schema { types { ${many(14, (index) => `a${index}: fields { type { ...T } args { type { ...T } } }`)} } } } ${TYPES}`,
  ],
  ['two introspections', '{ __schema { queryType { name } } again: __schema { queryType { name } } }'],
  ['two types', '{ __type(name: "Query") { name } again: __type(name: "Pocket") { name } }'],
];

function nested(levels: number): string {
  return `${'account { pockets { nodes { '.repeat(levels / 3)} id ${'} } }'.repeat(levels / 3)}`;
}

async function moneyIn(): Promise<number> {
  const [row] = await sql<{ count: number }>(gateway, 'select count(*)::int as "count" from cash_in');
  return row?.count ?? 0;
}

async function expectRefusedUnrun(send: () => Promise<readonly { extensions: Record<string, unknown> }[] | undefined>) {
  const [before, began] = [await moneyIn(), process.cpuUsage()];
  const errors = await send();
  const { user, system } = process.cpuUsage(began);
  expect(user + system).toBeLessThan(PROCESSOR_MICROSECONDS_MAX);
  expect(errors?.length).toBeGreaterThan(0);
  for (const { extensions } of errors ?? [])
    expect(['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED', 'BAD_USER_INPUT']).toContain(extensions['code']);
  expect(await moneyIn()).toBe(before);
}

describe.each(BOMBS)('a bomb of %s', (_kind, query) => {
  test('is refused in time over HTTP, before any of it is run', async () => {
    await expectRefusedUnrun(async () => {
      const { status, body } = await gateway.ask({ query });
      expect(status).toBe(400);
      expect(body.data).toBeUndefined();
      return body.errors;
    });
  });

  test('is refused in time over a socket, which stays open', async () => {
    await expectRefusedUnrun(() => socket.run(query));
    expect(await socket.run('{ viewer { partner } }')).toMatchObject({ data: { viewer: {} } });
  });
});

/** Options of introspection that graphql-codegen and Apollo Sandbox can use, beyond those of GraphiQL and rover. */
const ALL = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true };

test.each([
  ['by default', getIntrospectionQuery()],
  ['at most', getIntrospectionQuery({ ...ALL, inputValueDeprecation: true, oneOf: true })],
])('the introspection that tools send %s is not a bomb', async (_extent, query) => {
  const { status, body } = await gateway.ask({ query });
  expect(status).toBe(200);
  // The rest is reserved for the growth of the schema.
  expect(body.extensions?.cost?.['requested']).toBeLessThan(4_500);
});
