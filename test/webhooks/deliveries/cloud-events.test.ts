import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually, Gateway } from '../../support/gateway.ts';
import { answering, Receiver, type ReceivedCall } from '../../support/receiver.ts';
import { reprocess } from '../../support/reprocessing.ts';
import { pingConfiguration } from '../../support/configurations.ts';
import { cashIns, createConfiguration, messageTo, updateConfiguration } from '../../support/webhooks.ts';

const CLIENT = { client: 'acme-pay' };

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await Gateway.start({ environment: { WEBHOOK_RETRY_SECONDS: '0,3600' } });
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

async function call(path: string, nth: number): Promise<ReceivedCall> {
  return eventually(() => Promise.resolve(receiver.callsOf(path)[nth]));
}

function contentTypeOf({ headers }: ReceivedCall): string | undefined {
  return headers['content-type'];
}

function verify({ headers, body }: ReceivedCall, secret: string): unknown {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body.toString(), named);
}

test('a CloudEvent has the attributes of 1.0, exactly the standard body as its data, and is signed as a whole', async () => {
  const made = await createConfiguration(gateway, { uri: receiver.url('/cloud'), format: 'CLOUDEVENTS' });
  await cashIns(gateway, 1);
  const sent = await call('/cloud', 0);
  const filter = '(filter: { eventNames: [PIX_CASH_IN_WAS_RECEIVED] }, last: 1)';
  const query = `{ webhookEvents${filter} { nodes { id entityId occurredAt body } } }`;
  const { webhookEvents } = await gateway.data({ query });
  const [event] = webhookEvents.nodes;
  expect(contentTypeOf(sent)).toBe('application/cloudevents+json');
  expect(verify(sent, made.signingSecret)).toEqual({
    specversion: '1.0',
    id: event.id,
    source: gateway.app.url,
    type: 'PIX_CASH_IN_WAS_RECEIVED',
    subject: event.entityId,
    time: event.occurredAt,
    datacontenttype: 'application/json',
    dataschema: `${gateway.app.url}/events/schema/PIX_CASH_IN_WAS_RECEIVED.json`,
    data: JSON.parse(event.body),
  });
  expect(sent.body.toString().endsWith(`,"data":${event.body}}`)).toBe(true);
});

describe('a message keeps the format in which it was created', () => {
  test.each([
    ['CLOUDEVENTS', 'STANDARD', 'application/cloudevents+json'],
    ['STANDARD', 'CLOUDEVENTS', 'application/json; charset=utf-8'],
  ])('%s, when its configuration changes to %s', async (format, later, contentType) => {
    const path = `/${randomUUID()}`;
    const uri = receiver.url(path);
    const { id } = await createConfiguration(gateway, { uri, format });
    receiver.answer(path, answering(400));
    await cashIns(gateway, 1);
    const first = await call(path, 0);
    await updateConfiguration(gateway, { configurationId: id, format: later });
    const second = await call(path, 1);
    receiver.answer(path, answering(204));
    const message = await messageTo(gateway, uri, ({ retryCount }) => retryCount === 1);
    expect(await reprocess(gateway, [message.id], CLIENT)).toMatchObject({ accepted: [{ id: message.id }] });
    const third = await call(path, 2);
    await messageTo(gateway, uri, ({ state }) => state === 'SUCCESS');
    expect(await reprocess(gateway, [message.id], CLIENT)).toMatchObject({ accepted: [{ id: message.id }] });
    const fourth = await call(path, 3);
    for (const sent of [first, second, third, fourth]) {
      expect(contentTypeOf(sent)).toBe(contentType);
      expect(sent.body).toEqual(first.body);
    }
    await cashIns(gateway, 1);
    expect(contentTypeOf(await call(path, 4))).not.toBe(contentType);
  });

  test('while a breaker holds it', async () => {
    const path = `/${randomUUID()}`;
    const { id } = await createConfiguration(gateway, { uri: receiver.url(path), format: 'CLOUDEVENTS' });
    const { entityManager } = gateway.app.database;
    const breaker = (fields: string) =>
      entityManager.getConnection().execute(`update webhook_breaker set ${fields} where configuration_id = ?`, [id]);
    await breaker(`state = 'OPEN', opened_at = now(), next_probe_at = '2999-01-01'`);
    await cashIns(gateway, 1);
    const held = await messageTo(gateway, receiver.url(path), ({ state }) => state === 'HOLD');
    await updateConfiguration(gateway, { configurationId: id, format: 'STANDARD' });
    await breaker(`state = 'CLOSED', opened_at = null, next_probe_at = null`);
    await cashIns(gateway, 1);
    const sent = await eventually(() =>
      Promise.resolve(receiver.callsOf(path).find(({ headers }) => headers['webhook-id'] === held.id)),
    );
    expect(contentTypeOf(sent)).toBe('application/cloudevents+json');
  });
});

test('a ping has the format of its configuration, and no schema', async () => {
  const made = await createConfiguration(gateway, { uri: receiver.url('/pinged'), format: 'CLOUDEVENTS' });
  expect(await pingConfiguration(gateway, made.id, CLIENT)).toMatchObject({ attempt: { httpStatus: 204 } });
  const sent = await call('/pinged', 0);
  const event = verify(sent, made.signingSecret);
  expect(event).toMatchObject({ specversion: '1.0', type: 'PING', subject: made.id, data: { name: 'PING' } });
  expect(event).not.toHaveProperty('dataschema');
});
