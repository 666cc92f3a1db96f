import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, type Gateway } from './support/gateway.ts';
import { archive } from './support/archive.ts';
import { newConfiguration } from './support/configurations.ts';
import { progressOf, reprocess, reprocessByFilter } from './support/reprocessing.ts';
import { expectRegistered } from './support/pix.ts';
import { createPocket, expectSuccess, pocketInput } from './support/pockets.ts';
import { sharedGateway } from './support/worker-gateways.ts';

let gateway: Gateway;
let entry: { id: string };
let pocket: { id: string; number: string; account: { id: string } };

beforeAll(async () => {
  gateway = await sharedGateway();
  ({ pocket } = await expectSuccess(createPocket(gateway, pocketInput())));
  entry = await expectRegistered(gateway, { key: { type: 'CPF', value: '10020030169' }, number: '200001' });
  await eventually(async () => (await gateway.data({ query: EVENTS })).webhookEvents.totalCount === 1);
});
afterAll(() => gateway.stop());

const EVENTS =
  '{ webhookEvents { totalCount nodes { id ... on PocketAccountWasCreatedEvent { pocket { number } } } } }';

describe("another partner's data", () => {
  test.each([
    ['a field', 'query ($number: String!) { pocket(number: $number) { id } }', { pocket: null }],
    ['an account', '{ paymentAccount(number: "200001") { id } }', { paymentAccount: null }],
    ['a key', '{ pixEntry(key: "10020030169") { id } }', { pixEntry: null }],
    ['the node of a key', 'query ($entry: ID!) { node(id: $entry) { id } }', { node: null }],
    ['a node', 'query ($pocket: ID!) { node(id: $pocket) { id } }', { node: null }],
    ['a node of another type', 'query ($account: ID!) { node(id: $account) { id } }', { node: null }],
    [
      'nodes',
      'query ($pocket: ID!, $account: ID!) { nodes(ids: [$pocket, $account]) { id } }',
      { nodes: [null, null] },
    ],
    ['the log', EVENTS, { webhookEvents: { totalCount: 0, nodes: [] } }],
  ])('does not exist by %s', async (_path, query, nothing) => {
    const variables = { number: pocket.number, pocket: pocket.id, account: pocket.account.id, entry: entry.id };
    expect(await gateway.data({ query, variables, client: 'beta-pay' })).toEqual(nothing);
    expect(await gateway.data({ query, variables })).not.toEqual(nothing);
  });

  test('is neither listed nor counted in a connection', async () => {
    const query = '{ paymentAccounts { totalCount nodes { number pockets { totalCount } } } }';
    const { paymentAccounts } = await gateway.data({ query, client: 'gama-pay' });
    expect(paymentAccounts).toEqual({ totalCount: 1, nodes: [{ number: '400001', pockets: { totalCount: 0 } }] });
  });
});

describe('nodes', () => {
  test('have the order of their ids, with null for unknown ones', async () => {
    const ids = [
      'nope',
      pocket.id.toUpperCase(),
      '',
      pocket.account.id,
      '\0',
      pocket.id,
      '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55',
    ];
    const { nodes } = await gateway.data({
      query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
      variables: { ids },
    });
    const shown = { __typename: 'Pocket', id: pocket.id };
    expect(nodes).toEqual([
      null,
      shown,
      null,
      { __typename: 'PaymentAccount', id: pocket.account.id },
      null,
      shown,
      null,
    ]);
  });

  test('need pix.entries.read for a key', async () => {
    const query = 'query ($id: ID!) { node(id: $id) { id } }';
    const nodeFor = (scope: string) => gateway.data({ query, variables: { id: entry.id }, scope });
    expect(await nodeFor('pix.entries.read')).toEqual({ node: { id: entry.id } });
    expect(await nodeFor('pix.entries.create')).toEqual({ node: null });
  });

  test.each([
    ['pocket.read', true, false],
    ['account.read', false, true],
    ['webhook.read', false, false],
  ])('need the read scope of their type: %s', async (scope, seesPocket, seesAccount) => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const { nodes } = await gateway.data({ query, variables: { ids: [pocket.id, pocket.account.id] }, scope });
    expect(nodes).toEqual([seesPocket ? { id: pocket.id } : null, seesAccount ? { id: pocket.account.id } : null]);
  });

  test('are at most 100', async () => {
    const { status, body } = await gateway.ask({
      query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      variables: { ids: Array.from({ length: 101 }, () => pocket.id) },
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'ids' } }]);
  });
});

describe("another partner's webhooks", () => {
  const owner = { client: 'beta-pay' };
  const stranger = { client: 'gama-pay' };
  const list = { webhookConfigurations: { totalCount: 0, nodes: [] } };
  let variables: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const configuration = await newConfiguration(gateway, { uri: 'http://127.0.0.1:1/hook' });
    const now = gateway.clock.now().toISOString();
    const eventName = 'PIX_CASH_IN_WAS_CLEARED';
    const [message] = await archive(gateway, [
      { configurationId: configuration, eventName, progress: 'WAITING', sentDate: now },
    ]);
    const day = now.slice(0, 10);
    const { reprocessing } = await reprocessByFilter(gateway, { filter: { startDate: day, endDate: day } });
    variables = { configuration, message: message?.id ?? '', reprocessing: reprocessing.id, day };
  });

  test.each([
    ['configuration, as a node', 'query ($configuration: ID!) { node(id: $configuration) { id } }', { node: null }],
    [
      'configuration, by its field',
      'query ($configuration: ID!) { webhookConfiguration(id: $configuration) { id } }',
      { webhookConfiguration: null },
    ],
    ['configurations', '{ webhookConfigurations { totalCount nodes { id } } }', list],
    ['message, as a node', 'query ($message: ID!) { node(id: $message) { id } }', { node: null }],
    [
      'message, by its field',
      'query ($message: ID!) { webhookMessage(id: $message) { id } }',
      { webhookMessage: null },
    ],
    [
      'messages',
      `query ($day: SearchDate!) {
         webhookMessages(filter: { startDate: $day, endDate: $day }) { totalCount nodes { id } } }`,
      { webhookMessages: { totalCount: 0, nodes: [] } },
    ],
    [
      'counts of messages',
      `query ($day: SearchDate!) {
         webhookMessageCounts(filter: { startDate: $day, endDate: $day }, by: CONFIGURATION) { count } }`,
      { webhookMessageCounts: [] },
    ],
    ['messages of events', '{ webhookEvents { nodes { messages { id } } } }', { webhookEvents: { nodes: [] } }],
    ['reprocessing', 'query ($reprocessing: ID!) { node(id: $reprocessing) { id } }', { node: null }],
    [
      'reprocessing, by its field',
      'query ($reprocessing: ID!) { webhookReprocessing(id: $reprocessing) { id } }',
      { webhookReprocessing: null },
    ],
  ])('do not exist: %s', async (_what, query, nothing) => {
    expect(await gateway.data({ query, variables, ...stranger })).toEqual(nothing);
    expect(await gateway.data({ query, variables, ...owner })).not.toEqual(nothing);
  });

  test('cannot be sent again by others', async () => {
    const { message = '', reprocessing = '', day } = variables;
    expect(await reprocess(gateway, [message], stranger)).toMatchObject({
      accepted: [],
      refused: [{ messageId: message }],
    });
    expect(await progressOf(gateway, reprocessing, stranger)).toBeNull();
    const filter = { startDate: day, endDate: day };
    expect(await reprocessByFilter(gateway, { filter }, stranger)).toMatchObject({ matched: 0 });
  });
});
