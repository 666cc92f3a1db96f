import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConfiguration } from '../../../support/configurations.ts';
import { eventually, type Gateway } from '../../../support/gateway.ts';
import { socketOf } from '../../../support/live-events.ts';
import { Receiver } from '../../../support/receiver.ts';
import { TestSocket } from '../../../support/socket.ts';
import { sharedGateway } from '../../../support/worker-gateways.ts';
import {
  bodyOf,
  everythingIsShown,
  FIELDS,
  happened,
  hmacSigned,
  logged,
  signed,
  startFront,
  taken,
  sendEvent,
} from './provider-events.ts';

const REFUND = 'PIX_REFUND_WAS_RECEIVED';

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await startFront();
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
  await receiver.stop();
});

describe('an event that the gateway does not know', () => {
  test('appears once in every view, even if twins are sent concurrently', async () => {
    await createConfiguration(
      gateway,
      { context: 'PIX', eventName: 'OTHER', rawEventNames: [REFUND], uri: receiver.url('/refunds') },
      { client: 'acme-pay' },
    );
    const socket = await socketOf(gateway);
    const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
    const id = socket.subscribe(`subscription ($after: String) { webhookEvents(after: $after) { ${FIELDS} } }`, {
      after,
    });
    const body = bodyOf(gateway, { data: { amount: 9999999999.99, note: 'à vista \u0000' } });
    const text = ` ${JSON.stringify(body)} `;
    const twins = await Promise.all(Array.from({ length: 5 }, () => sendEvent(gateway, text, signed(gateway, text))));
    expect(twins.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    await everythingIsShown(gateway);
    const entityId = String(body['entityId']);
    const events = await logged(gateway, entityId);
    const { idempotencyKey, correlationId, name: rawName } = body;
    expect(events).toMatchObject([
      {
        __typename: 'OtherEvent',
        name: 'OTHER',
        context: 'PIX',
        rawName,
        rawContext: 'Pix',
        idempotencyKey,
        correlationId,
      },
    ]);
    await eventually(() => Promise.resolve(socket.messages('next', id).length >= 2));
    const live = socket.messages('next', id).map(({ payload }) => payload.data.webhookEvents);
    expect(live.filter((event) => event.entityId === entityId)).toEqual(events);
    await eventually(() => Promise.resolve(receiver.callsOf('/refunds').length >= 2));
    expect(receiver.callsOf('/refunds').filter((call) => call.body.toString() === text)).toHaveLength(1);
    const today = gateway.clock.now().toISOString().slice(0, 10);
    const filter = { startDate: today, endDate: today, rawEventNames: [REFUND] };
    const search = `query ($filter: WebhookMessageFilter!) { webhookMessages(filter: $filter) { totalCount } }`;
    await eventually(
      async () => (await gateway.data({ query: search, variables: { filter } })).webhookMessages.totalCount === 2,
    );
  });

  test('without a UUID is recognized by its body', async () => {
    const body = bodyOf(gateway, { idempotencyKey: 'none', correlationId: undefined });
    await happened(gateway, body);
    await happened(gateway, body);
    await everythingIsShown(gateway);
    expect(await logged(gateway, String(body['entityId']))).toHaveLength(1);
  });

  test('without a subject has none as a CloudEvent, in which it must not be empty', async () => {
    const rawName = 'SOMETHING_HAPPENED';
    await createConfiguration(
      gateway,
      {
        ...{ context: 'PIX', eventName: 'OTHER', rawEventNames: [rawName], format: 'CLOUDEVENTS' },
        uri: receiver.url('/without-subject'),
      },
      { client: 'acme-pay' },
    );
    const body = bodyOf(gateway, { name: rawName, entityId: undefined });
    await taken(gateway, body);
    const call = await eventually(() => Promise.resolve(receiver.callsOf('/without-subject').at(0)));
    const event = JSON.parse(call.body.toString()) as object;
    expect(event).toMatchObject({ type: rawName, data: { idempotencyKey: body['idempotencyKey'] } });
    expect(event).not.toHaveProperty('subject');
  });

  test.each([
    ['its name in another context', { name: 'PIX_CASH_IN_WAS_CLEARED', context: 'Ted' }, 'OTHER', 'TED'],
    ['a context of its own', { context: 'Boleto' }, 'OTHER', 'OTHER'],
    ['an entityId that cannot be stored', { entityId: '\0' }, 'OTHER', 'PIX'],
    ['a timestamp that cannot be stored', { timestamp: '9999-12-31T23:59:59-14:00' }, 'OTHER', 'PIX'],
    ['data that cannot be read', { name: 'PIX_CASH_IN_WAS_CLEARED' }, 'PIX_CASH_IN_WAS_CLEARED', 'PIX'],
  ])('is an OtherEvent with %s', async (_case, changes, name, context) => {
    const body = bodyOf(gateway, changes);
    await taken(gateway, body);
    const query = `{ webhookEvents(last: 1) { nodes { ${FIELDS} } } }`;
    const event = await eventually(async () => {
      const [last] = (await gateway.data({ query })).webhookEvents.nodes;
      return last?.idempotencyKey === body['idempotencyKey'] && last;
    });
    expect(event).toMatchObject({ __typename: 'OtherEvent', name, context });
  });
});

describe('a received event', () => {
  beforeAll(() => {
    gateway.clock.hold();
  });
  afterAll(() => {
    gateway.clock.reset();
  });

  const text = () => JSON.stringify(bodyOf(gateway));
  const cases: [string, () => [string | Buffer, Record<string, string>]][] = [
    ['no headers', () => [text(), {}]],
    ['a public key that nobody has', () => [text(), { ...signed(gateway, text()), publicKey: 'pk_nobody' }]],
    ['a signature of another body', () => [text(), signed(gateway, text())]],
    ['no signature', () => [text(), { publicKey: 'pk_acme' }]],
    ['301 s late', () => late(301)],
    ['301 s early', () => late(-301)],
    ['the companyKey of another', () => whole(JSON.stringify(bodyOf(gateway, { companyKey: 'BETA_PAY' })))],
    ['broken JSON', () => whole(text().slice(1))],
    ['no object', () => whole('[]')],
    ['a NUL in its name', () => whole(JSON.stringify(bodyOf(gateway, { name: 'A\0' })))],
    ['a NUL byte', () => whole(`${text()}\0`)],
    ['bytes that are no UTF-8', () => whole(Buffer.from([0x22, 0xff, 0x22]))],
    ['a name of 151 characters', () => whole(JSON.stringify(bodyOf(gateway, { name: 'x'.repeat(151) })))],
    ['no companyKey', () => whole(JSON.stringify(bodyOf(gateway, { companyKey: undefined })))],
    ['300 kB', () => whole(JSON.stringify(bodyOf(gateway, { data: 'x'.repeat(300_000) })))],
    ['a signature of the other scheme', () => [text(), { ...hmacSigned(gateway, text()), publicKey: 'pk_acme' }]],
  ];

  function whole(body: string | Buffer): [string | Buffer, Record<string, string>] {
    return [body, signed(gateway, body)];
  }

  function late(lateSeconds: number): [string, Record<string, string>] {
    const body = text();
    return [body, signed(gateway, body, { lateSeconds })];
  }

  test.each(cases)('is refused with an empty answer: %s', async (_case, of) => {
    const [body, headers] = of();
    expect(await sendEvent(gateway, body, headers)).toMatchObject({ status: 401, text: '' });
  });

  test('is accepted 299 s late', async () => {
    const [body, headers] = late(299);
    expect((await sendEvent(gateway, body, headers)).status).toBe(202);
  });

  test('is counted by the reason of its refusal', async () => {
    const metrics = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/gateway_provider_events_total\{outcome="TIME"\} [1-9]/);
    expect(metrics).toMatch(/gateway_provider_events_total\{outcome="COMPANY_KEY"\} [1-9]/);
  });
});

describe('the scheme of the provider', () => {
  const of = () => JSON.stringify(bodyOf(gateway, { companyKey: gateway.partnerOf('beta-pay') }));

  test('accepts an event with the public key in a header or in the address', async () => {
    const body = of();
    expect((await sendEvent(gateway, body, hmacSigned(gateway, body))).status).toBe(202);
    const path = '/provider/events?publicKey=pk_beta';
    const { publicKey: _publicKey, ...headers } = hmacSigned(gateway, body, { path });
    expect((await sendEvent(gateway, body, headers, path)).status).toBe(202);
    expect((await sendEvent(gateway, body, headers)).status).toBe(401);
    const entityId: string = JSON.parse(body).entityId;
    await eventually(async () => (await logged(gateway, entityId, { client: 'beta-pay' })).length === 1);
  });

  test('refuses an event that is late, or signed for another body', async () => {
    const body = of();
    for (const headers of [hmacSigned(gateway, body, { lateSeconds: 301 }), hmacSigned(gateway, of())])
      expect((await sendEvent(gateway, body, headers)).status).toBe(401);
  });
});

test('a gateway that is the bank itself has no such path', async () => {
  const bank = await sharedGateway();
  try {
    expect((await fetch(`${bank.app.url}/provider/events`, { method: 'POST', body: '{}' })).status).toBe(404);
  } finally {
    await bank.stop();
  }
});
