import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { headerOf, Receiver, type ReceivedCall } from '../../support/receiver.ts';
import {
  cashIns,
  createConfiguration,
  expectExactTallies,
  messageTo,
  queueIsEmpty,
  searchMessages,
  sql,
  updateConfiguration,
} from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Concurrent events. */
const EVENTS = 8;
const DAY_SECONDS = 86_400;
/** A secret with a key of 24 bytes. */
const NEW_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
});
afterEach(async () => {
  await queueIsEmpty(gateway);
  await expectExactTallies(gateway.app.database.entityManager);
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

/** Causes an event, and returns its call to a path. */
async function nextCall(path: string): Promise<ReceivedCall> {
  const before = receiver.callsOf(path).length;
  await cashIns(gateway, 1);
  return eventually(() => Promise.resolve(receiver.callsOf(path)[before]));
}

function verify(call: ReceivedCall, secret: string): unknown {
  const headers = Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(call.body.toString(), headers);
}

function signaturesOf(call: ReceivedCall): readonly string[] {
  return headerOf(call, 'webhook-signature').split(' ');
}

test('a message has the bytes of its event, identifying headers and a signature that the standard library accepts', async () => {
  const { signingSecret } = await createConfiguration(gateway, { uri: receiver.url('/first'), publicKey: 'pk_first' });
  const call = await nextCall('/first');
  const { webhookEvents } = await gateway.data({
    query: '{ webhookEvents(filter: { eventNames: [PIX_CASH_IN_WAS_RECEIVED] }) { nodes { payload } } }',
  });
  const [event] = await sql<{ body: string; sequence: string }>(
    gateway,
    `select body, '1.' || position as sequence from event where name = 'PIX_CASH_IN_WAS_RECEIVED'`,
  );
  expect(call.body.toString()).toBe(event?.body);
  expect(verify(call, signingSecret)).toEqual(webhookEvents.nodes[0].payload);
  const message = await messageTo(gateway, receiver.url('/first'));
  expect(call.headers).toEqual({
    host: `127.0.0.1:${receiver.port}`,
    connection: 'keep-alive',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(call.body.length),
    'user-agent': 'partner-banking-gateway',
    publickey: 'pk_first',
    'idempotency-key': message.idempotencyKey,
    'webhook-id': message.id,
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    'webhook-event': 'PIX_CASH_IN_WAS_RECEIVED',
    'webhook-context': 'Pix',
    'webhook-attempt': '0',
    'webhook-sequence': event?.sequence,
    'webhook-previous': 'none',
  });
  expect(message).toMatchObject({
    id: expect.stringMatching(UUID),
    state: 'SUCCESS',
    retryCount: 0,
    nextAttemptAt: null,
    attempts: [{ httpStatus: 204, error: null }],
  });
});

test('a changed secret signs together with the previous one', async () => {
  const { id, signingSecret } = await createConfiguration(gateway, { uri: receiver.url('/rotating') });
  await updateConfiguration(gateway, { configurationId: id, secret: NEW_SECRET });
  const call = await nextCall('/rotating');
  expect(signaturesOf(call)).toHaveLength(2);
  const event = JSON.parse(call.body.toString()) as unknown;
  expect(verify(call, NEW_SECRET)).toEqual(event);
  expect(verify(call, signingSecret)).toEqual(event);
});

test('a day after a change only the new secret signs', async () => {
  const { id, signingSecret } = await createConfiguration(gateway, { uri: receiver.url('/rotated') });
  gateway.clock.advance(-DAY_SECONDS - 60);
  gateway.forgetTokens();
  await updateConfiguration(gateway, { configurationId: id, secret: NEW_SECRET });
  gateway.clock.reset();
  gateway.forgetTokens();
  const call = await nextCall('/rotated');
  expect(signaturesOf(call)).toHaveLength(1);
  expect(verify(call, NEW_SECRET)).toEqual(JSON.parse(call.body.toString()));
  expect(() => verify(call, signingSecret)).toThrow('No matching signature found');
});

describe('an event creates one message for each configuration', () => {
  test('that is enabled, of its partner and for its name, and none for others', async () => {
    const cleared = { eventName: 'PIX_CASH_IN_WAS_CLEARED' };
    await createConfiguration(gateway, { uri: receiver.url('/one'), ...cleared });
    await createConfiguration(gateway, { uri: receiver.url('/two'), ...cleared });
    const off = await createConfiguration(gateway, { uri: receiver.url('/off'), ...cleared });
    await updateConfiguration(gateway, { configurationId: off.id, status: 'DISABLED' });
    await createConfiguration(gateway, { uri: receiver.url('/beta'), ...cleared }, { client: 'beta-pay' });
    await createConfiguration(gateway, {
      uri: receiver.url('/ted'),
      context: 'TED',
      eventName: 'TED_CASH_IN_WAS_CLEARED',
    });
    const before = (await searchMessages(gateway)).totalCount;
    await cashIns(gateway, EVENTS);
    await queueIsEmpty(gateway);
    for (const path of ['/one', '/two']) {
      const calls = receiver.callsOf(path);
      expect(calls).toHaveLength(EVENTS);
      expect(new Set(calls.map((call) => headerOf(call, 'webhook-id'))).size).toBe(EVENTS);
      expect(new Set(calls.map((call) => headerOf(call, 'idempotency-key'))).size).toBe(EVENTS);
      expect(new Set(calls.map((call) => headerOf(call, 'webhook-sequence'))).size).toBe(EVENTS);
    }
    for (const path of ['/off', '/beta', '/ted']) expect(receiver.callsOf(path)).toEqual([]);
    expect((await searchMessages(gateway)).totalCount).toBe(before + 5 * EVENTS);
  });
});
