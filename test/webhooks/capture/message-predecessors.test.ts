import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { deleteConfiguration } from '../../support/configurations.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { answering, headerOf, Receiver, type ReceivedCall } from '../../support/receiver.ts';
import {
  cashIns,
  createConfiguration,
  messageTo,
  queueIsEmpty,
  sql,
  updateConfiguration,
} from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const EVENTS = 7;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
});
afterEach(() => queueIsEmpty(gateway));
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

function positionOf(sequence: string): number {
  return Number(sequence.split('.')[1]);
}

/** Returns sequence and previous sequence of all messages to a path, in order of sequence. */
function sequencesTo(path: string): (readonly [string, string])[] {
  const placeOf = (call: ReceivedCall) =>
    [headerOf(call, 'webhook-sequence'), headerOf(call, 'webhook-previous')] as const;
  return receiver
    .callsOf(path)
    .map(placeOf)
    .sort(([one], [other]) => positionOf(one) - positionOf(other));
}

/** Expects that each message names the one before it, and the first one none. */
function expectChain(received: readonly (readonly [string, string])[]): void {
  expect(received.map(([, previous]) => previous)).toEqual([
    'none',
    ...received.slice(0, -1).map(([sequence]) => sequence),
  ]);
}

async function lastSequence(id: string): Promise<string | null> {
  const query = 'query ($id: ID!) { node(id: $id) { ... on WebhookConfiguration { lastSequence } } }';
  return (await gateway.data({ query, variables: { id } })).node.lastSequence;
}

describe('a message names the one before it to the same configuration', () => {
  test('whatever else happens, with concurrent events too, and up to the newest one', async () => {
    const { id } = await createConfiguration(gateway, { uri: receiver.url('/chain') });
    await createConfiguration(gateway, { uri: receiver.url('/cleared'), eventName: 'PIX_CASH_IN_WAS_CLEARED' });
    expect(await lastSequence(id)).toBeNull();
    await cashIns(gateway, 1);
    await queueIsEmpty(gateway);
    await cashIns(gateway, EVENTS);
    await queueIsEmpty(gateway);
    const received = sequencesTo('/chain');
    expect(received).toHaveLength(1 + EVENTS);
    expectChain(received);
    expectChain(sequencesTo('/cleared'));
    expect(await lastSequence(id)).toBe(received.at(-1)?.[0]);
  });

  test('also across a time in which the configuration was DISABLED', async () => {
    const { id } = await createConfiguration(gateway, { uri: receiver.url('/paused') });
    await cashIns(gateway, 1);
    await queueIsEmpty(gateway);
    await updateConfiguration(gateway, { configurationId: id, status: 'DISABLED' });
    await cashIns(gateway, 2);
    await queueIsEmpty(gateway);
    await updateConfiguration(gateway, { configurationId: id, status: 'ENABLED' });
    await cashIns(gateway, 1);
    await queueIsEmpty(gateway);
    const received = sequencesTo('/paused');
    expect(received).toHaveLength(2);
    expectChain(received);
  });

  test('on every try, when it is sent again, and in queries', async () => {
    await createConfiguration(gateway, { uri: receiver.url('/again') });
    receiver.answer('/again', answering(400));
    await cashIns(gateway, 1);
    const { id } = await messageTo(gateway, receiver.url('/again'));
    receiver.answer('/again', answering(204));
    const query = `mutation ($ids: [ID!]!) { reprocessWebhookMessages(input: { messageIds: $ids }) {
      ... on ReprocessWebhookMessagesSuccess { accepted { id sequence previousSequence event { sequence } } } } }`;
    const { reprocessWebhookMessages } = await gateway.data({ query, variables: { ids: [id] } });
    await eventually(() => Promise.resolve(receiver.callsOf('/again').length >= 2));
    const [received] = sequencesTo('/again');
    expect(new Set(sequencesTo('/again').map(String))).toEqual(new Set([String(received)]));
    const [sequence, previousSequence] = received ?? [];
    expect(previousSequence).toBe('none');
    expect(reprocessWebhookMessages.accepted).toEqual([{ id, sequence, previousSequence, event: { sequence } }]);
  });
});

test('the last sequence of a deleted configuration is not kept', async () => {
  const { id } = await createConfiguration(gateway, { uri: receiver.url('/deleted') });
  await cashIns(gateway, 1);
  await queueIsEmpty(gateway);
  const kept = () => sql(gateway, 'select from webhook_configuration_head where configuration_id = ?::uuid', [id]);
  expect(await kept()).toHaveLength(1);
  await deleteConfiguration(gateway, id, { client: 'acme-pay' });
  expect(await kept()).toEqual([]);
});
