import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Webhook } from 'standardwebhooks';
import { bodySchema } from '../../../src/events/contract/body-schema.ts';
import { declaredEvents } from '../../../src/kernel/event-definition.ts';
import type { Ask, Gateway } from '../../support/gateway.ts';
import { Receiver, type ReceivedCall } from '../../support/receiver.ts';
import { isSignedBy, keysOf, publishedKeys, signaturesIn } from '../../support/signing-keys.ts';
import { createConfiguration, searchMessages, updateConfiguration } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const SEND = `mutation ($configurationId: ID!, $name: EventName!, $rehearsal: Boolean! = false) {
  sendSampleEvent(input: { configurationId: $configurationId, eventName: $name, rehearsal: $rehearsal }) {
    __typename
    ... on SendSampleEventSuccess { attempt { httpStatus error } }
    ... on DomainError { code status message }
    ... on InvalidInputError { violations { path message } } } }`;
const NEW_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const NAME = 'PIX_CASH_IN_WAS_CLEARED';

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

async function send(variables: object, ask: Partial<Ask> = {}) {
  return (await gateway.data({ query: SEND, variables, ...ask })).sendSampleEvent;
}

function lastCall(): ReceivedCall {
  const call = receiver.calls.at(-1);
  if (call === undefined) throw new Error('Nothing was received.');
  return call;
}

function verify({ headers, body }: ReceivedCall, secret: string): unknown {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body.toString(), named);
}

test('a sample of each event arrives, signed, valid by its schema, and is listed nowhere', async () => {
  const { id, signingSecret } = await createConfiguration(gateway, { uri: receiver.url('/samples') });
  const before = await searchMessages(gateway);
  const ajv = formats.default(new Ajv2020({ strict: true, allowUnionTypes: true }));
  for (const definition of declaredEvents()) {
    const sent = await send({ configurationId: id, name: definition.name });
    expect(sent).toEqual({ __typename: 'SendSampleEventSuccess', attempt: { httpStatus: 204, error: null } });
    const body = verify(lastCall(), signingSecret);
    expect(ajv.validate(bodySchema(definition), body)).toBe(true);
    expect(body).toMatchObject({ name: definition.name, companyKey: gateway.partnerOf(), metadata: { sample: true } });
    expect(lastCall().headers).toMatchObject({ 'webhook-event': definition.name, 'webhook-attempt': '0' });
    expect(lastCall().headers).not.toHaveProperty('webhook-sequence');
  }
  expect(await searchMessages(gateway)).toEqual(before);
});

test('a rehearsal is signed as after a rotation: with the newest secret and the next key', async () => {
  const uri = receiver.url('/rehearsed');
  const made = await createConfiguration(gateway, { uri, signatureSchemes: ['V1', 'V1A'], format: 'CLOUDEVENTS' });
  await updateConfiguration(gateway, { configurationId: made.id, secret: NEW_SECRET });
  const { signingKey, signingKeysUrl } = await keysOf(gateway);
  const [next = {}] = await publishedKeys(signingKeysUrl);
  await send({ configurationId: made.id, name: NAME });
  const usual = lastCall();
  expect([signaturesIn(usual, 'v1').length, isSignedBy(usual, signingKey), isSignedBy(usual, next)]).toEqual([
    2,
    true,
    false,
  ]);
  await send({ configurationId: made.id, name: NAME, rehearsal: true });
  const rehearsed = lastCall();
  expect(verify(rehearsed, NEW_SECRET)).toMatchObject({ type: NAME, data: { metadata: { sample: true } } });
  expect(() => verify(rehearsed, made.signingSecret)).toThrow('No matching signature found');
  expect([isSignedBy(rehearsed, signingKey), isSignedBy(rehearsed, next)]).toEqual([false, true]);
});

test('OTHER has no sample, and other partners’ configurations are not found', async () => {
  const { id } = await createConfiguration(gateway, { uri: receiver.url('/refused') });
  const violations = [{ path: ['eventName'], message: 'Give another event: OTHER has no sample.' }];
  expect(await send({ configurationId: id, name: 'OTHER' })).toMatchObject({
    __typename: 'InvalidInputError',
    violations,
  });
  expect(await send({ configurationId: randomUUID(), name: 'OTHER' })).toMatchObject({ violations });
  const notFound = { code: 'WEBHOOK_CONFIGURATION_NOT_FOUND', status: 404 };
  for (const [configurationId, ask] of [
    [randomUUID(), {}],
    ['no id', {}],
    [id, { client: 'beta-pay' }],
  ] as const)
    expect(await send({ configurationId, name: NAME }, ask)).toMatchObject(notFound);
  expect(receiver.callsOf('/refused')).toEqual([]);
  const { body } = await gateway.ask({
    query: SEND,
    variables: { configurationId: id, name: NAME },
    scope: 'webhook.read',
  });
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
});
