import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Gateway } from '../../support/gateway.ts';
import { archive } from '../../support/archive.ts';
import { statementsOf } from '../../support/statement-spans.ts';
import { sql } from '../../support/webhooks.ts';
import { CLIENT, deleteConfiguration, newConfiguration } from '../../support/configurations.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const EVENT = 'PIX_CASH_IN_WAS_CLEARED';
const MESSAGES = 100;

let gateway: Gateway;
let today: string;
let configurationId: string;
let messages: { id: string; key: string }[];

beforeAll(async () => {
  gateway = await sharedGateway({ ROLES: 'api' });
  today = gateway.clock.now().toISOString().slice(0, 10);
  configurationId = await newConfiguration(gateway, { name: 'Kept' });
  const others = await Promise.all([1, 2].map(() => newConfiguration(gateway)));
  const ids = [configurationId, ...others];
  messages = await archive(
    gateway,
    Array.from({ length: MESSAGES }, (_, nth) => ({
      configurationId: ids[nth % ids.length] ?? '',
      eventName: EVENT,
      progress: 'FAILED',
      sentDate: gateway.clock.now().toISOString(),
      attempts: 2,
    })),
  );
});
afterAll(() => gateway.stop());

const FIELDS = `id idempotencyKey state destination sentDate eventName context retryCount nextAttemptAt
  elapsedEventCapture elapsedHttpCall`;

async function searchOf(selection: string, headers = {}) {
  const query = `query ($filter: WebhookMessageFilter!) { webhookMessages(filter: $filter, first: 100) { ${selection} } }`;
  const variables = { filter: { startDate: today, endDate: today } };
  const { webhookMessages } = await gateway.data({ query, variables, client: CLIENT, headers });
  return webhookMessages;
}

/** Counts the statements of a search. */
async function countStatements(selection: string): Promise<number> {
  await gateway.data({ query: '{ viewer { partner } }', client: CLIENT });
  return (await statementsOf((headers) => searchOf(selection, headers))).length;
}

describe('a message', () => {
  test('shows its configuration, its event and its calls, the oldest first', async () => {
    const { nodes } = await searchOf(`nodes { ${FIELDS}
      configuration { id name } event { __typename id name }
      attempts { at httpStatus error elapsedHttpCall } }`);
    const { id, key } = messages[0] ?? {};
    const node = (nodes as readonly { id: string; sentDate: string }[]).find((found) => found.id === id);
    expect(node).toMatchObject({
      idempotencyKey: key,
      state: 'FAILED',
      retryCount: 0,
      nextAttemptAt: null,
      elapsedEventCapture: '00:00:00.0015000',
      elapsedHttpCall: '00:00:00.0025000',
      configuration: { id: configurationId, name: 'Kept' },
      event: { __typename: 'PixCashInWasClearedEvent', name: EVENT },
      attempts: [
        { at: node?.sentDate, httpStatus: 503, error: 'HTTP_STATUS', elapsedHttpCall: '00:00:00.0025000' },
        { httpStatus: 503 },
      ],
    });
  });

  test('shows the messages of its event', async () => {
    const query = '{ node(id: "ID") { ... on WebhookMessage { event { messages { id } } } } }';
    const [{ id } = { id: '' }] = messages;
    const data = await gateway.data({ query: query.replace('ID', id), client: CLIENT });
    expect(data).toEqual({ node: { event: { messages: [{ id }] } } });
  });

  test.each([
    ['by itself', 'nodes { id state }', 1],
    ['with the total', 'totalCount nodes { id }', 2],
    ['with the configurations', 'nodes { configuration { name } }', 2],
    ['with the calls', 'nodes { attempts { at } }', 2],
    ['with the events', 'nodes { event { id payload } }', 2],
    [
      'with everything, including breakers and statistics',
      `totalCount nodes { attempts { at } event { id } configuration { name breaker { state heldCount }
         deliveryStats(startDate: "TODAY", endDate: "TODAY") { sent } } }`,
      8,
    ],
  ])('costs few statements on a page of 100: %s', async (_case, selection, most) => {
    expect(await countStatements(selection.replaceAll('TODAY', today))).toBeLessThanOrEqual(most);
  });

  test('is found by its id, only with webhook.read and only by its partner', async () => {
    const query = 'query ($id: ID!) { node(id: $id) { __typename id } }';
    const variables = { id: messages[0]?.id.toUpperCase() };
    const found = { node: { __typename: 'WebhookMessage', id: messages[0]?.id } };
    const ask = { query, variables, client: CLIENT };
    expect(await gateway.data({ ...ask, scope: 'webhook.read' })).toEqual(found);
    expect(await gateway.data({ ...ask, scope: 'webhook.write pocket.read' })).toEqual({ node: null });
    expect(await gateway.data({ ...ask, client: 'gama-pay' })).toEqual({ node: null });
  });

  test('is found by its field, in capitals too; null if there is none', async () => {
    const query = 'query ($id: ID!) { webhookMessage(id: $id) { id idempotencyKey configuration { id } } }';
    const [{ id, key } = { id: '', key: '' }] = messages;
    const found = { id, idempotencyKey: key, configuration: { id: configurationId } };
    for (const [given, shown] of [
      [id, found],
      [id.toUpperCase(), found],
      [key, null],
      [configurationId, null],
      ['no-uuid', null],
    ] as const)
      expect(await gateway.data({ query, variables: { id: given }, client: CLIENT })).toEqual({
        webhookMessage: shown,
      });
  });

  test('costs one statement, however many are asked for by their fields', async () => {
    const fields = messages.slice(0, 10).map(({ id }, nth) => `m${nth}: webhookMessage(id: "${id}") { id }`);
    const query = `{ ${fields.join(' ')} }`;
    const ran = await statementsOf((headers) => gateway.data({ query, client: CLIENT, headers }));
    expect(ran).toHaveLength(1);
  });

  test('outlives its configuration, which is then null', async () => {
    const id = await newConfiguration(gateway);
    const sentDate = gateway.clock.now().toISOString();
    const [message] = await archive(gateway, [
      { configurationId: id, eventName: EVENT, progress: 'RETRYING', sentDate },
    ]);
    await deleteConfiguration(gateway, id);
    const query = 'query ($id: ID!) { node(id: $id) { ... on WebhookMessage { state configuration { id } } } }';
    const { node } = await gateway.data({ query, variables: { id: message?.id }, client: CLIENT });
    expect(node).toEqual({ state: 'FAILED', configuration: null });
  });
});

const STATS = `query ($id: ID!, $startDate: SearchDate!, $endDate: SearchDate!) { node(id: $id) {
  ... on WebhookConfiguration { deliveryStats(startDate: $startDate, endDate: $endDate) {
    sent succeeded failed p50 p95 } } } }`;

describe('deliveryStats', () => {
  test('are zero, and without durations, if there were no calls', async () => {
    const variables = { id: configurationId, startDate: today, endDate: today };
    const { node } = await gateway.data({ query: STATS, variables, client: CLIENT });
    expect(node.deliveryStats).toEqual({ sent: 0, succeeded: 0, failed: 0, p50: null, p95: null });
  });

  test('count the calls of the requested days', async () => {
    const id = await newConfiguration(gateway);
    for (const [day, succeeded, calls] of [
      ['yesterday', true, 5],
      ['yesterday', false, 3],
      ['today', true, 7],
    ] as const)
      await sql(gateway, `insert into call_tally values (?::uuid, ?::date + ?::int, ?, 189, ?, ?)`, [
        ...[id, today, day === 'today' ? 0 : -1, succeeded, calls, gateway.partnerOf(CLIENT)],
      ]);
    const yesterday = new Date(gateway.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    const stats = async (startDate: string, endDate: string) => {
      const variables = { id, startDate, endDate };
      const { node } = await gateway.data({ query: STATS, variables, client: CLIENT });
      return node.deliveryStats;
    };
    expect(await stats(yesterday, yesterday)).toMatchObject({ sent: 8, succeeded: 5, failed: 3 });
    expect(await stats(yesterday, today)).toMatchObject({ sent: 15, succeeded: 12, failed: 3 });
    expect(await stats(today, today)).toMatchObject({ sent: 7, p50: expect.stringMatching(/^00:00:00\.010/) });
  });

  test.each([
    ['startDate', { startDate: '2020-01-01', endDate: '2020-01-02' }],
    ['endDate', { startDate: '9999-12-31', endDate: '2026-01-01' }],
  ])('refuse an impossible period, naming %s', async (argument, period) => {
    const variables = { id: configurationId, ...period };
    const { body } = await gateway.ask({ query: STATS, variables, client: CLIENT });
    expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
  });
});
