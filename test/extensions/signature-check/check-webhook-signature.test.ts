import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pingConfiguration } from '../../support/configurations.ts';
import { type Ask, eventually, type Gateway } from '../../support/gateway.ts';
import { headerOf, Receiver, type ReceivedCall } from '../../support/receiver.ts';
import { rotateSigningKey } from '../../support/signing-keys.ts';
import { cashIns, createConfiguration, messageTo, updateConfiguration } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const CHECK = `query ($input: CheckWebhookSignatureInput!) { checkWebhookSignature(input: $input) { failed advice } }`;
const NEW_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const RIGHT = { failed: null, advice: expect.stringContaining('The signature is valid') };

interface Delivered {
  readonly id: string;
  readonly secret: string;
  readonly call: ReceivedCall;
}

let gateway: Gateway;
let receiver: Receiver;
let delivered: Delivered;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
  delivered = await deliver({});
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

/** Creates a configuration, and returns a message of it that was received and settled. */
async function deliver(changes: object): Promise<Delivered> {
  const path = `/${randomUUID()}`;
  const { id, signingSecret: secret } = await createConfiguration(gateway, { uri: receiver.url(path), ...changes });
  await cashIns(gateway, 1);
  const call = await eventually(() => Promise.resolve(receiver.callsOf(path)[0]));
  await messageTo(gateway, receiver.url(path));
  return { id, secret, call };
}

async function ask(input: object, ask: Partial<Ask> = {}) {
  return gateway.ask({ query: CHECK, variables: { input }, ...ask });
}

/** Checks a call as it was received, except for the changes. */
async function check(
  { id, call }: Delivered,
  changes: { headers?: object; body?: string; configurationId?: string; receivedAt?: string } = {},
) {
  const input = {
    configurationId: id,
    body: call.body.toString(),
    ...changes,
    headers: { ...call.headers, ...changes.headers },
  };
  return (await ask(input)).body.data.checkWebhookSignature;
}

/** Returns the signature header for a message with this secret, only with Node. */
function signed(
  { call }: Delivered,
  secret: string,
  changes: { id?: string; body?: string; timestamp?: string } = {},
): string {
  const { id = headerOf(call, 'webhook-id'), body = call.body.toString() } = changes;
  const { timestamp = headerOf(call, 'webhook-timestamp') } = changes;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

test('a message as received is correct, with header names in any case and with lists of one value', async () => {
  expect(await check(delivered)).toEqual(RIGHT);
  const { call, id } = delivered;
  const headers = Object.fromEntries(
    Object.entries(call.headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  const { body } = await ask({ configurationId: id, headers, body: call.body.toString() });
  expect(body.data.checkWebhookSignature).toEqual(RIGHT);
});

describe('the first step that fails is reported, in this order:', () => {
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('HEADERS without %s', async (name) => {
    expect(await check(delivered, { headers: { [name]: null }, body: 'x' })).toEqual({
      failed: 'HEADERS',
      advice: expect.stringContaining(name),
    });
  });

  test.each(['', 'nothing', 'v2,abc', 'v1'])('HEADERS with the signature %j', async (signature) => {
    expect(await check(delivered, { headers: { 'webhook-signature': signature } })).toMatchObject({
      failed: 'HEADERS',
    });
  });

  test('TIMESTAMP in milliseconds, in words, and more than five minutes away', async () => {
    const seconds = headerOf(delivered.call, 'webhook-timestamp');
    for (const timestamp of [`${seconds}000`, 'yesterday', `0${seconds}`, '-1'])
      expect(await check(delivered, { headers: { 'webhook-timestamp': timestamp }, body: 'x' })).toMatchObject({
        failed: 'TIMESTAMP',
      });
    const at = (offset: number) => new Date((Number(seconds) + offset) * 1_000).toISOString();
    for (const offset of [301, -301])
      expect(await check(delivered, { receivedAt: at(offset) })).toEqual({
        failed: 'TIMESTAMP',
        advice: expect.stringContaining('301 s'),
      });
    for (const offset of [300, -300]) expect(await check(delivered, { receivedAt: at(offset) })).toEqual(RIGHT);
  });

  test('MESSAGE of another configuration, before its body is checked', async () => {
    const other = await deliver({});
    expect(await check(delivered, { configurationId: other.id, body: 'x' })).toEqual({
      failed: 'MESSAGE',
      advice: expect.stringContaining(delivered.id),
    });
  });

  test('BODY: the same JSON in other bytes is distinguished from another body', async () => {
    const sent = delivered.call.body.toString();
    const parsed = JSON.parse(sent) as Record<string, unknown>;
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(parsed).toReversed()));
    for (const body of [JSON.stringify(parsed, null, 2), `${sent}\n`, sorted])
      expect(await check(delivered, { body })).toEqual({
        failed: 'BODY',
        advice: expect.stringContaining('the same JSON'),
      });
    for (const body of ['', '{}', sent.slice(1), JSON.stringify({ ...parsed, entityId: 'x' }), '['.repeat(60_000)])
      expect(await check(delivered, { body })).toEqual({
        failed: 'BODY',
        advice: expect.stringContaining('differs from'),
      });
  });

  test('V1 with the previous secret, with that of another configuration, and with an unknown one', async () => {
    const rotated = await deliver({});
    await updateConfiguration(gateway, { configurationId: rotated.id, secret: NEW_SECRET });
    expect(await check(rotated)).toEqual({ failed: 'V1', advice: expect.stringContaining('the previous secret') });
    expect(await check(rotated, { headers: { 'webhook-signature': signed(rotated, NEW_SECRET) } })).toEqual(RIGHT);
    const foreign = await check(delivered, { headers: { 'webhook-signature': signed(delivered, NEW_SECRET) } });
    expect(foreign).toEqual({
      failed: 'V1',
      advice: expect.stringContaining(`another configuration: Cash-ins, ${rotated.id}`),
    });
    const none = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const unknown = await check(delivered, { headers: { 'webhook-signature': signed(delivered, none) } });
    expect(unknown).toMatchObject({ failed: 'V1', advice: expect.stringContaining('not from a secret of yours') });
    const key = await check(delivered, { headers: { 'webhook-signature': `v1a,${'A'.repeat(86)}==` } });
    expect(key).toMatchObject({ failed: 'V1', advice: expect.stringContaining('has no v1 signature') });
    const expected = headerOf(delivered.call, 'webhook-signature').slice('v1,'.length);
    for (const { advice } of [foreign, unknown, key]) expect(advice).not.toContain(expected);
  });

  test('V1A of a configuration with that scheme: without a signature, with an unknown and with a dropped key', async () => {
    const both = await deliver({ signatureSchemes: ['V1', 'V1A'] });
    expect(await check(both)).toEqual(RIGHT);
    const [v1 = ''] = headerOf(both.call, 'webhook-signature').split(' ');
    expect(await check(both, { headers: { 'webhook-signature': v1 } })).toMatchObject({ failed: 'V1A' });
    const forged = `${v1} v1a,${Buffer.alloc(64, 1).toString('base64')} v1a,short`;
    expect(await check(both, { headers: { 'webhook-signature': forged } })).toEqual({
      failed: 'V1A',
      advice: expect.stringContaining('not from a key of yours'),
    });
    await rotateSigningKey(gateway);
    expect(await check(both)).toEqual(RIGHT);
    gateway.clock.advance(86_401);
    gateway.forgetTokens();
    const receivedAt = new Date(Number(headerOf(both.call, 'webhook-timestamp')) * 1_000).toISOString();
    expect(await check(both, { receivedAt })).toEqual(RIGHT);
    await rotateSigningKey(gateway, { compromised: true });
    expect(await check(both, { receivedAt })).toMatchObject({ failed: 'V1A' });
    gateway.clock.reset();
    gateway.forgetTokens();
  });
});

test('a CloudEvent is compared with what was sent', async () => {
  const cloud = await deliver({ format: 'CLOUDEVENTS' });
  expect(await check(cloud)).toEqual(RIGHT);
  const { data } = JSON.parse(cloud.call.body.toString()) as { data: object };
  expect(await check(cloud, { body: JSON.stringify(data) })).toEqual({
    failed: 'BODY',
    advice: expect.stringContaining('differs from'),
  });
});

test('for an id that is not stored neither message nor body is checked: a ping, and another partner’s message', async () => {
  await pingConfiguration(gateway, delivered.id, { client: 'acme-pay' });
  const ping = { ...delivered, call: receiver.calls.at(-1) ?? delivered.call };
  expect(await check(ping)).toEqual(RIGHT);
  expect(await check(ping, { body: `${ping.call.body.toString()} ` })).toMatchObject({ failed: 'V1' });
  for (const id of ['msg_1', randomUUID()]) {
    const headers = { 'webhook-id': id, 'webhook-signature': signed(delivered, delivered.secret, { id, body: '{}' }) };
    expect(await check(delivered, { headers, body: '{}' })).toEqual(RIGHT);
  }
  const made = await createConfiguration(gateway, { uri: receiver.url('/beta-check') }, { client: 'beta-pay' });
  const { headers, body } = delivered.call;
  const input = { configurationId: made.id, headers, body: `${body.toString()} ` };
  const answer = await ask(input, { client: 'beta-pay' });
  expect(answer.body.data.checkWebhookSignature).toMatchObject({
    failed: 'V1',
    advice: expect.stringContaining('not from a secret of yours'),
  });
});

test('the result for an unknown configuration is null, and a body of more than 64 kB is refused', async () => {
  const { id, call } = delivered;
  const input = { configurationId: id, headers: call.headers, body: 'x' };
  for (const configurationId of [randomUUID(), 'no id'])
    expect((await ask({ ...input, configurationId })).body.data).toEqual({ checkWebhookSignature: null });
  expect((await ask(input, { client: 'beta-pay' })).body.data).toEqual({ checkWebhookSignature: null });
  expect((await ask({ ...input, body: 'é'.repeat(32_768) })).body.data.checkWebhookSignature).toMatchObject({
    failed: 'BODY',
  });
  const large = await ask({ ...input, body: `x${'é'.repeat(32_768)}` });
  expect(large.body.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'input.body' });
  const denied = await ask(input, { scope: 'webhook.write' });
  expect(denied.body.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
});

describe('a message of envelopes', () => {
  const OF_HMAC = ['authorization', 'nonce', 'requesttimestamp'] as const;
  const secret = 'a text of a receiver';
  let enveloped: Delivered;

  beforeAll(async () => {
    enveloped = await deliver({ format: 'ENVELOPES', secret });
  });

  /** Only the headers that receivers of the partner API know. */
  const known = ({ call }: Delivered, changes: object = {}) => ({
    ...Object.fromEntries(OF_HMAC.map((name) => [name, headerOf(call, name)])),
    ...changes,
  });
  const checkOnly = async (headers: object, body = enveloped.call.body.toString()) => {
    const input = { configurationId: enveloped.id, headers, body };
    return (await ask(input)).body.data.checkWebhookSignature;
  };

  test('is correct as received, and with the headers of authorization alone', async () => {
    expect(await check(enveloped)).toEqual(RIGHT);
    expect(await checkOnly(known(enveloped))).toEqual(RIGHT);
  });

  test.each([
    ['without nonce', { nonce: '' }, 'HEADERS', 'Pass nonce and requestTimestamp'],
    ['of another time', { requesttimestamp: '1000000000' }, 'TIMESTAMP', 'requestTimestamp is'],
    ['with another nonce', { nonce: 'f'.repeat(32) }, 'HMAC', 'not from the secret'],
    ['with a signature of something else', { authorization: 'hmac AAAA' }, 'HMAC', 'not from the secret'],
  ])('is wrong %s', async (_case, changes, failed, advice) => {
    const wrong = { failed, advice: expect.stringContaining(advice) };
    expect(await checkOnly(known(enveloped, changes))).toEqual(wrong);
  });

  test('is wrong by HMAC too where Standard Webhooks is right', async () => {
    const headers = { authorization: 'hmac AAAA' };
    expect(await check(enveloped, { headers })).toMatchObject({ failed: 'HMAC' });
  });

  test('that was signed before a change of the secret says so', async () => {
    const old = await deliver({ format: 'ENVELOPES', secret });
    await updateConfiguration(gateway, { configurationId: old.id, secret: `${secret} of later` });
    const input = { configurationId: old.id, headers: known(old), body: old.call.body.toString() };
    expect((await ask(input)).body.data.checkWebhookSignature).toEqual({
      failed: 'HMAC',
      advice: expect.stringContaining('previous secret'),
    });
  });
});
