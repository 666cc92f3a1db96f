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

/** Sequence and previous sequence of all that a path was told, in the order of the sequences. */
function toldTo(path: string): (readonly [string, string])[] {
  const placeOf = (call: ReceivedCall) =>
    [headerOf(call, 'webhook-sequence'), headerOf(call, 'webhook-previous')] as const;
  return receiver
    .callsOf(path)
    .map(placeOf)
    .sort(([one], [other]) => positionOf(one) - positionOf(other));
}

/** Each message names the one before it, and the first one none. */
function expectChain(told: readonly (readonly [string, string])[]): void {
  expect(told.map(([, previous]) => previous)).toEqual(['none', ...told.slice(0, -1).map(([sequence]) => sequence)]);
}

async function lastSequence(id: string): Promise<string | null> {
  const query = 'query ($id: ID!) { node(id: $id) { ... on WebhookConfiguration { lastSequence } } }';
  return (await gateway.data({ query, variables: { id } })).node.lastSequence;
}

describe('a message names the one before it to the same configuration', () => {
  test('whatever else happens, however many come at once, and up to the newest one', async () => {
    const { id } = await createConfiguration(gateway, { uri: receiver.url('/chain') });
    await createConfiguration(gateway, { uri: receiver.url('/cleared'), eventName: 'PIX_CASH_IN_WAS_CLEARED' });
    expect(await lastSequence(id)).toBeNull();
    await cashIns(gateway, 1);
    await queueIsEmpty(gateway);
    await cashIns(gateway, EVENTS);
    await queueIsEmpty(gateway);
    const told = toldTo('/chain');
    expect(told).toHaveLength(1 + EVENTS);
    expectChain(told);
    expectChain(toldTo('/cleared'));
    expect(await lastSequence(id)).toBe(told.at(-1)?.[0]);
  });

  test('also over a time in which nothing was wanted', async () => {
    const { id } = await createConfiguration(gateway, { uri: receiver.url('/paused') });
    await cashIns(gateway, 1);
    await queueIsEmpty(gateway);
    await updateConfiguration(gateway, { id, status: 'DISABLED' });
    await cashIns(gateway, 2);
    await queueIsEmpty(gateway);
    await updateConfiguration(gateway, { id, status: 'ENABLED' });
    await cashIns(gateway, 1);
    await queueIsEmpty(gateway);
    const told = toldTo('/paused');
    expect(told).toHaveLength(2);
    expectChain(told);
  });

  test('the same on every try, when it is sent again, and where it is looked up', async () => {
    await createConfiguration(gateway, { uri: receiver.url('/again') });
    receiver.answer('/again', answering(400));
    await cashIns(gateway, 1);
    const { id } = await messageTo(gateway, receiver.url('/again'));
    receiver.answer('/again', answering(204));
    const query = `mutation ($ids: [ID!]!) { reprocessWebhookMessages(ids: $ids) {
      ... on ReprocessWebhookMessagesSuccess { accepted { id sequence previousSequence event { sequence } } } } }`;
    const { reprocessWebhookMessages } = await gateway.data({ query, variables: { ids: [id] } });
    await eventually(() => Promise.resolve(receiver.callsOf('/again').length >= 2));
    const [told] = toldTo('/again');
    expect(new Set(toldTo('/again').map(String))).toEqual(new Set([String(told)]));
    const [sequence, previousSequence] = told ?? [];
    expect(previousSequence).toBe('none');
    expect(reprocessWebhookMessages.accepted).toEqual([{ id, sequence, previousSequence, event: { sequence } }]);
  });
});

test('nothing is kept of where a deleted configuration stood', async () => {
  const { id } = await createConfiguration(gateway, { uri: receiver.url('/deleted') });
  await cashIns(gateway, 1);
  await queueIsEmpty(gateway);
  const kept = () => sql(gateway, 'select from webhook_configuration_head where configuration_id = ?::uuid', [id]);
  expect(await kept()).toHaveLength(1);
  await deleteConfiguration(gateway, id, { client: 'acme-pay' });
  expect(await kept()).toEqual([]);
});
