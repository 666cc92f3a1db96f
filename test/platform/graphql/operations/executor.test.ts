import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { eventually, type Gateway } from '../../../support/gateway.ts';
import { CREATE_POCKET, createPocket, expectSuccess, pocketInput, setPocketLimit } from '../../../support/pockets.ts';
import { sharedGateway } from '../../../support/worker-gateways.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
  for (let made = 0; made < 3; made += 1) await expectSuccess(createPocket(gateway, pocketInput()));
  await eventually(
    async () => (await gateway.data({ query: '{ webhookEvents { totalCount } }' })).webhookEvents.totalCount === 3,
  );
});
afterAll(() => gateway.stop());

/** Returns what a client sees of a response, except what differs from request to request; as text, in its order. */
async function answerTo(query: string, variables: object): Promise<string> {
  const { status, body } = await gateway.ask({ query, variables });
  return JSON.stringify({ status, data: body.data, errors: body.errors });
}

const POCKETS =
  'pockets(first: 2) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { id user { birthDate } } } }';

/** Returns `createPocket` with its input in the document, and a key of its own: whatever is sent again is replayed. */
const newPocket = (fields: string) => `createPocket(input: {
  idempotencyKey: "${randomUUID()}", accountNumber: "100001", currency: "BRL", useCase: CORPORATE_EXPENSES, ${fields}
  user: { name: "Maria", document: { value: "10020030240", type: CPF }, birthDate: "1990-01-31" }
})`;

describe('a compiled document answers as graphql-js does', () => {
  test.each<[string, string, object?]>([
    ['nested connections', `{ paymentAccounts { nodes { number holder { document { value } } ${POCKETS} } } }`],
    ['aliases', '{ a: paymentAccount(number: "200001") { n: number } b: paymentAccount(number: "x") { number } }'],
    [
      'interfaces',
      '{ webhookEvents { nodes { __typename name payload ... on PocketAccountWasCreatedEvent { pocket { number } } } } }',
    ],
    [
      'fragments on interfaces and unions',
      'mutation ($input: CreatePocketInput!) { createPocket(input: $input) { ...F } } fragment F on DomainError { __typename code ... on InvalidInputError { violations { path } } }',
      { input: pocketInput({ label: '' }) },
    ],
    ['every refusal', CREATE_POCKET, { input: pocketInput({ accountNumber: '100002' }) }],
    ['an invalid variable', CREATE_POCKET, { input: pocketInput({ idempotencyKey: 'x', currency: 7 }) }],
    ['a missing variable', 'query ($number: String!) { paymentAccount(number: $number) { id } }'],
    [
      'an enum as a variable',
      'query ($f: WebhookEventFilter) { webhookEvents(filter: $f) { totalCount } }',
      { f: { contexts: ['PIX'] } },
    ],
    [
      'a single value for a list',
      'query ($f: WebhookEventFilter) { webhookEvents(filter: $f) { totalCount } }',
      { f: { contexts: 'POCKET' } },
    ],
    [
      'two invalid pages',
      '{ a: paymentAccounts(first: 500) { totalCount } b: paymentAccounts(first: 501) { totalCount } }',
    ],
    ['an invalid page', '{ paymentAccounts(first: 500) { totalCount } viewer { partner } }'],
    [
      'an invalid page in a nested field',
      '{ paymentAccount(number: "200001") { number pockets(last: 0) { totalCount } } }',
    ],
    ['default values of variables', 'query ($n: Int = 1) { paymentAccounts(first: $n) { nodes { number } } }'],
    [
      'default values of variables that must not be null',
      'query ($n: Int! = 1, $number: String! = "200001") { paymentAccounts(first: $n) { nodes { number } } paymentAccount(number: $number) { id } }',
    ],
    [
      'default values of fields of an input that must not be null',
      'mutation ($input: NextEventsInput!) { nextEvents(input: $input) { __typename } }',
      { input: { consumer: 'nobody', worker: 'w' } },
    ],
    [
      'null for a field of an input that has a default',
      'mutation ($input: NextEventsInput!) { nextEvents(input: $input) { __typename } }',
      { input: { consumer: 'nobody', worker: 'w', max: null } },
    ],
    [
      'default values of several types',
      `query ($context: EventContext! = PIX, $contexts: [EventContext!]! = [PIX, POCKET], $id: ID! = 12, $wait: Int! = 0, $filter: WebhookMessageFilter! = { startDate: "2020-01-01", endDate: "2020-01-01" }) {
        webhookEvents(filter: { contexts: [$context] }, wait: $wait) { totalCount }
        others: webhookEvents(filter: { contexts: $contexts }) { totalCount }
        node(id: $id) { id }
        webhookMessages(filter: $filter) { totalCount }
      }`,
    ],
    [
      'default values of dates',
      'query ($start: Date! = "2020-01-01") { webhookMessages(filter: { startDate: $start, endDate: "2020-01-01" }) { totalCount } }',
    ],
    [
      'null for a variable with a default',
      'query ($n: Int! = 1) { paymentAccounts(first: $n) { nodes { number } } }',
      { n: null },
    ],
    [
      'null for a variable with a default in a field of an input that may not be null',
      'query ($start: SearchDate = "2020-01-01") { webhookMessages(filter: { startDate: $start, endDate: "2020-01-01" }) { totalCount } }',
      { start: null },
    ],
    [
      'null for a variable with a default in an item of a list that may not be null',
      'query ($context: EventContext = PIX) { webhookEvents(filter: { contexts: [$context, POCKET] }) { totalCount } }',
      { context: null },
    ],
    [
      'null for a variable with a default in a fragment',
      'fragment F on Query { webhookEvents(filter: { contexts: [$context] }) { totalCount } } query ($context: EventContext = PIX) { ...F }',
      { context: null },
    ],
    [
      'null for a variable with a default in the input of a mutation',
      `mutation ($label: String = "x") { ${newPocket('label: $label')} { __typename } }`,
      { label: null },
    ],
    [
      'variables in a JSON object of the document',
      `mutation ($trip: String!, $days: Int) { ${newPocket('label: "x", metadata: { trip: $trip, all: [$days, { deep: $days }] }')} { ... on CreatePocketSuccess { metadata } ... on DomainError { code } } }`,
      { trip: 'Rio', days: 3 },
    ],
    [
      'numbers in a JSON object of the document that a double cannot hold',
      `mutation { ${newPocket('label: "x", metadata: { big: 12345678901234567890 }')} { ... on CreatePocketSuccess { metadata } ... on DomainError { code } } }`,
    ],
    [
      'an argument with a default left out',
      'mutation { reprocessWebhookMessagesByFilter(input: { filter: { startDate: "2020-01-01", endDate: "2020-01-01" } }) { __typename } }',
    ],
    [
      'null for an optional argument',
      'query ($n: Int) { paymentAccounts(first: $n, after: null) { nodes { number } } }',
      { n: null },
    ],
    ['introspection', getIntrospectionQuery()],
    [
      'aliases that every object of JavaScript has',
      '{ __proto__: viewer { partner } toString: paymentAccount(number: "200001") { __proto__: number then: id valueOf: bank { __proto__: name } } }',
    ],
    [
      'variables that every object of JavaScript has',
      'query ($constructor: String!, $toString: Int = 2, $valueOf: String) { paymentAccount(number: $constructor) { pockets(first: $toString, after: $valueOf) { nodes { number } } } }',
      { constructor: '200001' },
    ],
    [
      'a variable that is the prototype of every object',
      'query ($__proto__: String!) { paymentAccount(number: $__proto__) { number } }',
      JSON.parse('{ "__proto__": "200001" }'),
    ],
    [
      'conditions on a fragment that is spread twice',
      `query ($yes: Boolean!, $no: Boolean!) {
        a: paymentAccount(number: "200001") { ...F @include(if: $yes) id }
        b: paymentAccount(number: "200001") { ...F @include(if: $no) id }
      } fragment F on PaymentAccount { number @skip(if: $no) holder { name } }`,
      { yes: true, no: false },
    ],
  ])('for %s', async (_case, query, variables = {}) => {
    const interpreted = await answerTo(query, variables);
    expect(await answerTo(query, variables)).toEqual(interpreted);
    expect(await answerTo(query, variables)).toEqual(interpreted);
  });

  test('also if conditions differ between two uses of a fragment', async () => {
    const query = `query ($yes: Boolean!, $no: Boolean!) {
      a: paymentAccount(number: "200001") { ...F @include(if: $yes) id }
      b: paymentAccount(number: "200001") { ...F @include(if: $no) id }
    } fragment F on PaymentAccount { branch }`;
    for (let use = 0; use < 3; use += 1) {
      const { a, b } = await gateway.data({ query, variables: { yes: true, no: false } });
      expect([a.branch, b.branch]).toEqual(['0001', undefined]);
    }
  });

  test('also if only a fragment has conditions, whose values change', async () => {
    const query =
      'query ($yes: Boolean!) { viewer { ...F } } fragment F on Viewer { partner companyKey @include(if: $yes) }';
    for (const yes of [true, true, true, false, false, true, false]) {
      const { viewer } = await gateway.data({ query, variables: { yes } });
      expect(Object.keys(viewer)).toEqual(yes ? ['partner', 'companyKey'] : ['partner']);
    }
  });

  test('also if a mutation in a fragment is skipped, after it was not', async () => {
    const query = `mutation ($yes: Boolean!, $input: CreatePocketInput!) { ...F } fragment F on Mutation { __typename
      createPocket(input: $input) @include(if: $yes) { __typename ... on CreatePocketSuccess { pocket { label } } }
    }`;
    await setPocketLimit(gateway, '200003', 100);
    for (const yes of [true, true, true, false, false]) {
      const input = pocketInput({ accountNumber: '200003', label: yes ? 'Created' : 'Skipped' });
      const data = await gateway.data({ query, variables: { yes, input } });
      expect(data.createPocket?.pocket.label).toBe(yes ? 'Created' : undefined);
    }
    const { paymentAccount } = await gateway.data({
      query: '{ paymentAccount(number: "200003") { pockets(first: 50) { nodes { label } } } }',
    });
    const labels = JSON.stringify(paymentAccount.pockets.nodes);
    expect(labels.match(/"Created"/g)).toHaveLength(3);
    expect(labels).not.toContain('Skipped');
  });
});
