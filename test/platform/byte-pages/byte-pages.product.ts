import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { oldestSearchDate } from '../../../src/kernel/search-period.ts';
import { Gateway } from '../../support/gateway.ts';
import { createPocket, expectSuccess, pocketInput } from '../../support/pockets.ts';
import * as oddRows from './odd-rows.ts';
import { randomFrom, RandomDocuments } from './random-document.ts';

/** `PLAN_DOCUMENTS=100000 npm test plans` is the full run; another `PLAN_SEED` draws other documents. */
const DOCUMENTS = Number(process.env['PLAN_DOCUMENTS'] ?? 150);
const SEED = Number(process.env['PLAN_SEED'] ?? 1);
/** Documents that are sent concurrently. */
const AT_ONCE = 8;
const MS_PER_DOCUMENT_MAX = 200;

let gateway: Gateway;

beforeAll(async () => {
  // Without workers nothing changes between two responses that are compared.
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
  await expectSuccess(createPocket(gateway, pocketInput()));
  const connection = gateway.app.database.entityManager.getConnection();
  for (const rows of Object.values(oddRows)) await connection.execute(rows);
});
afterAll(() => gateway.stop());

/** Returns the exact response; its correlation id is given. Retries, since a busy machine can refuse the request. */
async function answerTo(query: string, variables: object, correlationId: string): Promise<string> {
  for (;;) {
    const answer = await sendOnce(query, variables, correlationId);
    if (!answer.includes('"code":"SERVICE_UNAVAILABLE"')) return answer;
  }
}

async function sendOnce(query: string, variables: object, correlationId: string): Promise<string> {
  const response = await fetch(`${gateway.app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await gateway.token('acme-pay')}`,
      'x-correlation-id': correlationId,
    },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.text()).trim();
}

/** Returns how often queries ran without a plan, by reason. */
async function fallbacks(): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
  const lines = text.matchAll(/^byte_page_fallbacks_total\{reason="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...lines].map(([, reason = '', count]) => [reason, Number(count)]));
}

/** Compares an answer to a document that is known with that to the same document as a new text. */
async function compareOnce(query: string, variables: object): Promise<void> {
  const correlationId = randomUUID();
  const first = await answerTo(`${query} # ${correlationId}`, variables, correlationId);
  for (let times = 0; times < 2; times += 1) {
    const known = await answerTo(query, variables, correlationId);
    if (known !== first) throw new Error(`${query}\nis answered by\n${known}\nand by graphql-js\n${first}`);
  }
}

/** Sends a document until it is known: the first time graphql-js answers, the second time the plan. */
async function compare(query: string, variables: object = {}): Promise<void> {
  const correlationId = randomUUID();
  const first = await answerTo(query, variables, correlationId);
  if (!first.startsWith('{"data":')) throw new Error(`${query}\nis not answered: ${first}`);
  const known = await answerTo(query, variables, correlationId);
  if (known !== first) throw new Error(`${query}\nis answered by\n${known}\nand by graphql-js\n${first}`);
}

/** Fragments by their names. */
const FRAGMENTS = {
  F: 'Pocket { currency account { number } }',
  G: 'Pocket { number label @include(if: $a) user @skip(if: $b) { name } }',
  H: 'PaymentAccount { number pockets(first: 2) @include(if: $a) { nodes { label } } status @skip(if: $b) }',
  I: 'Viewer { partner companyKey @skip(if: $a) scopes @include(if: $b) }',
};

/** Compares for all values of the variables `$a` and `$b` of conditions; `$b` has a default. */
async function compareConditions(selected: string): Promise<void> {
  const used = Object.entries(FRAGMENTS).filter(([name]) => selected.includes(`...${name}`));
  const fragments = used.map(([name, shown]) => `fragment ${name} on ${shown}`);
  const query = `query ($a: Boolean!, $b: Boolean = true) ${[selected, ...fragments].join(' ')}`;
  const others = [{ b: true }, { b: false }, {}];
  for (const a of [true, false]) for (const other of others) await compareOnce(query, { a, ...other });
}

describe('a plan answers exactly as graphql-js does', () => {
  test(
    `for ${DOCUMENTS} random documents of lists`,
    async () => {
      const schema = buildSchema(await (await fetch(`${gateway.app.url}/schema.graphql`)).text());
      const documents = new RandomDocuments(schema, randomFrom(SEED));
      const period = `startDate: "${oldestSearchDate(new Date())}", endDate: "${new Date().toISOString().slice(0, 10)}"`;
      const before = await fallbacks();
      let left = DOCUMENTS;
      const work = async () => {
        for (; left > 0; left -= 1) await compare(documents.next(period));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      const after = await fallbacks();
      expect(after['failed']).toBe(before['failed']);
      const withoutPlan = (after['shape'] ?? 0) - (before['shape'] ?? 0);
      expect(withoutPlan).toBeGreaterThan(0);
      // What could not be compiled in its turn, beside others, was not looked at, and counted as that.
      expect(withoutPlan).toBeLessThanOrEqual(documents.withoutPlan + documents.maybeWithoutPlan);
      const late = (after['time'] ?? 0) - (before['time'] ?? 0);
      expect(withoutPlan + late).toBeGreaterThanOrEqual(documents.withoutPlan);
      expect(after).toHaveProperty('time');
      const fellBack = (after['embedded'] ?? 0) - (before['embedded'] ?? 0);
      expect(fellBack > 0).toBe(gateway.app.database.embedded);
    },
    60_000 + DOCUMENTS * MS_PER_DOCUMENT_MAX,
  );

  test.each([
    [
      'an account that does not exist',
      '{ paymentAccount(number: "999999") { number pockets(first: 2) { nodes { number } } } }',
    ],
    [
      'no account, and an invalid page',
      '{ paymentAccount(number: "999999") { pockets(first: 1000) { nodes { id } } } }',
    ],
    ['an invalid page', '{ paymentAccount(number: "200001") { number pockets(first: 1000) { nodes { id } } } }'],
    ['both first and last', '{ paymentAccount(number: "200001") { pockets(first: 1, last: 1) { edges { cursor } } } }'],
  ])('for %s, and leaves no unhandled rejection', async (_case, query) => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const correlationId = randomUUID();
    const answers: string[] = [];
    try {
      for (let times = 0; times < 3; times += 1) answers.push(await answerTo(query, {}, correlationId));
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(unhandled).toEqual([]);
  });

  test.each([
    '{ paymentAccount(number: "200001") { pockets(first: 3) { nodes { number id @include(if: $a) ...F @skip(if: $b) } } } }',
    '{ paymentAccount(number: "200001") { pockets(first: 3) { edges { cursor @skip(if: $a) node { label ... @include(if: $b) { user { name } } } } } } }',
    '{ paymentAccount(number: "200001") { number @skip(if: true) pockets(first: 3) { pageInfo @include(if: $a) { endCursor } nodes { ...F @include(if: $a) ...F @skip(if: $a) @include(if: $b) id } } } }',
    '{ paymentAccount(number: "200001") { id pockets(first: 3) @include(if: $a) { nodes { id number @skip(if: $b) } } } }',
    '{ viewer { partner } paymentAccounts @skip(if: $a) { nodes { number } } paymentAccount(number: "200001") @include(if: $b) { branch } }',
    '{ paymentAccount(number: "200001") { pockets(first: 3) { nodes { ...G } } } }',
    '{ paymentAccount(number: "200001") { ...H } }',
    '{ viewer { ...I } }',
  ])('for conditions, whatever their values: %s', async (selected) => {
    const before = await fallbacks();
    await compareConditions(selected);
    expect((await fallbacks())['conditions']).toBe(before['conditions']);
  });

  test.each([
    {},
    { first: 3 },
    { number: '200002', first: 2 },
    { first: null },
    { number: 3, first: 'x' },
    { number: '200001', after: null },
  ])('for variables that have defaults and may not be null: %j', async (variables) => {
    const query = `query ($number: String! = "200001", $first: Int! = 2, $after: String) {
      paymentAccount(number: $number) { pockets(first: $first, after: $after) { nodes { number } } }
    }`;
    const before = await fallbacks();
    await compareOnce(query, variables);
    expect((await fallbacks())['conditions']).toBe(before['conditions']);
  });

  test.each([
    '{ paymentAccount(number: "200001") { pockets(first: 3) { nodes { number @skip(if: $b) ...F @include(if: $a) } } } }',
    '{ paymentAccount(number: "200001") @skip(if: $a) { pockets(first: 3) { nodes { number } pageInfo @include(if: $b) { endCursor } } } }',
    '{ paymentAccount(number: "200001") { pockets(first: 3) { nodes { user { name @include(if: $a) birthDate @skip(if: $b) } } } } }',
  ])('for conditions that can leave an object without fields: %s', async (selected) => {
    await expect(compareConditions(selected)).resolves.toBeUndefined();
  });

  test('for a node with pockets, beside an account that does not exist', async () => {
    const { paymentAccount } = await gateway.data({ query: '{ paymentAccount(number: "200001") { id } }' });
    const query = `query ($id: ID!) {
      paymentAccount(number: "999999") { pockets { nodes { number } } }
      node(id: $id) { ... on PaymentAccount { pockets(first: 1) { pageInfo { startCursor hasNextPage } totalCount } } }
    }`;
    await expect(compare(query, { id: paymentAccount.id })).resolves.toBeUndefined();
  });

  test.each([
    'pocket(number: "unknown") { account { pockets { nodes { number } } } } paymentAccounts(first: 1) { nodes { pockets { nodes { number } totalCount } } }',
    'paymentAccount(number: "999999") { pockets(after: "x") { nodes { number } } } node(id: $id) { ... on PaymentAccount { pockets { edges { node { number } } } } }',
    'paymentAccount(number: "999999") { pockets(after: "x") { totalCount } } node(id: $id) { ... on PaymentAccount { pockets { nodes { number } } } }',
  ])('for pockets that are shown below a list or node only: %s', async (selected) => {
    const { paymentAccount } = await gateway.data({ query: '{ paymentAccount(number: "200001") { id } }' });
    const query = `query ($id: ID!) { ${selected} again: node(id: $id) { id } }`;
    await expect(compare(query, { id: paymentAccount.id })).resolves.toBeUndefined();
  });

  test('for text of a partner beside pages that looks like a mark of their rows', async () => {
    const entityIds = ['\u00000', '\u00001', '\u000099', '\u0000constructor', 'x"\u00000', '\u0000'];
    const create = `mutation ($input: CreateConsumerInput!) { createConsumer(input: $input) { __typename } }`;
    const filters = [entityIds.slice(0, 1), entityIds].map((values) => ({ entityIds: values }));
    for (const [nth, filter] of filters.entries())
      await gateway.data({ query: create, variables: { input: { name: `marked-${nth}`, filter } } });
    const consumers = 'eventConsumers(first: 20) { edges { node { filter } } nodes { filter } }';
    const pockets = 'paymentAccount(number: "200001") { pockets(first: 2) { nodes { number } edges { cursor } } }';
    for (const query of [`{ ${consumers} ${pockets} }`, `{ ${pockets} ${consumers} }`, `{ ${consumers} }`])
      await expect(compare(query)).resolves.toBeUndefined();
  });
});
