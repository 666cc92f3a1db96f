import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConfiguration, updateConfiguration } from '../../support/configurations.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { BOLETO, recordOther, REFUND } from '../../support/other-events.ts';
import { Receiver } from '../../support/receiver.ts';
import { TestSocket } from '../../support/socket.ts';
import { expectExactTallies } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const FIELDS = '__typename id name context rawName rawContext entityId payload';
const CLIENT = 'beta-pay';

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
  await receiver.stop();
});

function configure(path: string, changes: object) {
  const rest = { name: path, publicKey: 'pk', uri: receiver.url(path), context: 'PIX', eventName: 'OTHER' };
  return createConfiguration(gateway, { ...rest, ...changes });
}

async function events(filter: object): Promise<readonly Record<string, unknown>[]> {
  const query = `query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter) { nodes { ${FIELDS} } } }`;
  return (await gateway.data({ query, variables: { filter }, client: CLIENT })).webhookEvents.nodes;
}

async function messages(filter: object): Promise<{ totalCount: number; nodes: readonly Record<string, unknown>[] }> {
  const today = gateway.clock.now().toISOString().slice(0, 10);
  const query = `query ($filter: WebhookMessageFilter!) { webhookMessages(filter: $filter) {
    totalCount nodes { id eventName context rawEventName rawContext event { id } }
  } }`;
  const variables = { filter: { startDate: today, endDate: today, ...filter } };
  return (await gateway.data({ query, variables, client: CLIENT })).webhookMessages;
}

describe('an event that the gateway does not know', () => {
  let refund: string;
  let boleto: string;
  let live: unknown;

  beforeAll(async () => {
    await configure('/refunds', { rawEventNames: ['PIX_CHARGE_WAS_MADE', REFUND.rawName] });
    await configure('/boletos', { context: 'OTHER', rawContext: 'Boleto', rawEventNames: [BOLETO.rawName] });
    await configure('/others', { rawEventNames: [BOLETO.rawName] });
    await configure('/elsewhere', { context: 'OTHER', rawContext: 'boleto', rawEventNames: [BOLETO.rawName] });
    const socket = await socketOf(gateway, CLIENT);
    const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }', client: CLIENT });
    const others = `webhookEvents(after: $after, filter: { eventNames: [OTHER] })`;
    const id = socket.subscribe(`subscription ($after: String) { ${others} { ${FIELDS} } }`, { after });
    refund = await recordOther(gateway, REFUND, CLIENT);
    boleto = await recordOther(gateway, BOLETO, CLIENT);
    await eventually(() => Promise.resolve(socket.messages('next', id).length >= 2));
    live = socket.messages('next', id).map(({ payload }) => payload.data.webhookEvents);
    await eventually(async () => (await messages({ eventNames: ['OTHER'] })).totalCount === 2);
  });

  test('is an OtherEvent with its own name and its whole body', async () => {
    const logged = await events({ eventNames: ['OTHER'] });
    expect(logged).toEqual(live);
    expect(logged).toMatchObject([
      { __typename: 'OtherEvent', ...REFUND, rawContext: 'Pix', entityId: refund, payload: { amount: 1.1 } },
      { __typename: 'OtherEvent', ...BOLETO, entityId: boleto },
    ]);
  });

  test.each([
    [{ rawNames: [REFUND.rawName, 'NOBODY'] }, ['refund']],
    [{ contexts: ['OTHER'] }, ['boleto']],
    [{ contexts: ['PIX'] }, ['refund']],
    [{ rawContexts: ['Boleto', 'Pix'] }, ['refund', 'boleto']],
    [{ rawContexts: ['PIX', 'boleto'] }, []],
    [{ eventNames: ['OTHER'], rawContexts: ['Pix'], rawNames: [BOLETO.rawName] }, []],
    [{ rawNames: ['\0'] }, []],
  ])('is found among events by %j', async (filter, found) => {
    const names = new Map([
      [refund, 'refund'],
      [boleto, 'boleto'],
    ]);
    expect((await events(filter)).map(({ entityId }) => names.get(String(entityId)))).toEqual(found);
  });

  test.each([
    [{ eventNames: ['OTHER'] }, ['Boleto', 'Pix']],
    [{ contexts: ['PIX'] }, ['Pix']],
    [{ contexts: ['OTHER'] }, ['Boleto']],
    [{ contexts: ['POCKET'] }, []],
    [{ eventNames: ['PIX_CASH_IN_WAS_CLEARED'] }, []],
    [{ rawEventNames: [REFUND.rawName] }, ['Pix']],
    [{ rawEventNames: [REFUND.rawName], rawContexts: ['Boleto'] }, []],
    [{ rawEventNames: ['PIX_CASH_IN_WAS_CLEARED'] }, []],
    [{ rawContexts: ['Pix'] }, ['Pix']],
    [{ rawContexts: ['Boleto'], eventNames: ['OTHER'], states: ['SUCCESS'] }, ['Boleto']],
    [{ rawContexts: ['\0'] }, []],
    [{ rawEventNames: ['NOBODY'] }, []],
    [{ rawEventNames: [REFUND.rawName, 'PIX_CASH_IN_WAS_CLEARED'] }, ['Pix']],
    [{ rawEventNames: [REFUND.rawName, BOLETO.rawName], states: ['SUCCESS'] }, ['Boleto', 'Pix']],
    [{ rawEventNames: ['PIX_CASH_IN_WAS_CLEARED', BOLETO.rawName], rawContexts: ['Boleto', 'Pix'] }, ['Boleto']],
  ])('is found among messages by %j', async (filter, contexts) => {
    const { totalCount, nodes } = await messages(filter);
    expect(nodes.map(({ rawContext }) => rawContext).toSorted()).toEqual(contexts);
    expect(totalCount).toBe(contexts.length);
  });

  test('is sent unchanged, as OTHER, to configurations that want its name in its context', async () => {
    const [sent] = receiver.callsOf('/refunds');
    expect(sent?.headers).toMatchObject({ 'webhook-event': 'OTHER', 'webhook-context': 'Pix' });
    expect(sent?.body.toString()).toBe(`{"name":"PIX_REFUND_WAS_RECEIVED","entityId":"${refund}","amount":1.10}`);
    expect(receiver.callsOf('/boletos').map(({ headers }) => headers['webhook-context'])).toEqual(['Other']);
    expect([...receiver.callsOf('/others'), ...receiver.callsOf('/elsewhere')]).toEqual([]);
    await expectExactTallies(gateway.app.database.entityManager);
  });
});

describe('a configuration for OTHER events', () => {
  const shown = { rawEventNames: ['A'], rawContext: 'Cards', context: 'OTHER', eventName: 'OTHER' };

  test('shows its raw names, and accepts others in an update', async () => {
    const { configuration } = await configure('/cards', shown);
    await updateConfiguration(gateway, { configurationId: configuration.id, rawEventNames: ['B', 'C'] });
    const query = `query ($id: ID!) { node(id: $id) { ... on WebhookConfiguration { rawEventNames rawContext context eventName } } }`;
    const { node } = await gateway.data({ query, variables: { id: configuration.id }, client: CLIENT });
    expect(node).toEqual({ ...shown, rawEventNames: ['B', 'C'] });
  });

  test.each([
    [{}, 'rawEventNames'],
    [{ rawEventNames: [] }, 'rawEventNames'],
    [{ rawEventNames: Array.from({ length: 21 }, (_, nth) => `NAME_${nth}`) }, 'rawEventNames'],
    [{ rawEventNames: ['x'.repeat(151)] }, 'rawEventNames'],
    [{ rawEventNames: ['A', 'A'] }, 'rawEventNames'],
    [{ rawEventNames: ['A\0'] }, 'rawEventNames'],
    [{ rawEventNames: ['PIX_CASH_IN_WAS_CLEARED'] }, 'rawEventNames'],
    [{ eventName: 'PIX_CASH_IN_WAS_CLEARED', rawEventNames: ['A'] }, 'rawEventNames'],
    [{ rawEventNames: ['A'], rawContext: 'Pix' }, 'rawContext'],
    [{ rawEventNames: ['A'], context: 'OTHER' }, 'rawContext'],
    [{ rawEventNames: ['A'], context: 'OTHER', rawContext: 'Pix' }, 'rawContext'],
    [{ rawEventNames: ['A'], context: 'OTHER', rawContext: 'x'.repeat(51) }, 'rawContext'],
    [{ eventName: 'PIX_CASH_IN_WAS_CLEARED', context: 'OTHER', rawContext: 'Pix!' }, 'context'],
  ])('is refused with %j', async (changes, path) => {
    const { code, violations } = await configure('/refused', changes);
    expect([code, violations]).toEqual(['INVALID_PARAMETER', [{ path: [path], message: expect.any(String) }]]);
  });

  test('of a name that the gateway knows accepts no raw names', async () => {
    const { configuration } = await configure('/known', { eventName: 'PIX_CASH_IN_WAS_CLEARED' });
    const input = { configurationId: configuration.id, rawEventNames: ['A'] };
    expect(await updateConfiguration(gateway, input)).toMatchObject({ violations: [{ path: ['rawEventNames'] }] });
  });
});
