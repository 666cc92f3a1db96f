import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { envelopeSchema } from '../../../src/events/contract/envelope.value.ts';
import { declaredEvents, type EventDefinition } from '../../../src/kernel/event-definition.ts';
import { verifyHmac, WebhookVerifier } from '../../../packages/client/src/index.ts';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { pingConfiguration } from '../../support/configurations.ts';
import { BookingReceiver, GuardedReceiver } from '../../support/envelope-receivers.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { expectRegistered } from '../../support/pix.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { answering, Receiver, type ReceivedCall } from '../../support/receiver.ts';
import { reprocess } from '../../support/reprocessing.ts';
import { createConfiguration, messageTo, sql, updateConfiguration } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const PIX = ['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED'];
const TED = ['TED_CASH_IN_WAS_RECEIVED', 'TED_CASH_IN_WAS_CLEARED'];
const [OF_PIX, OF_TED] = [
  { context: 'PIX', eventName: PIX[0], eventNames: PIX },
  { context: 'TED', eventName: TED[0], eventNames: TED },
];
/** Any text of 16 characters or more, as receivers of the partner API have one. */
const SECRET = 'a text of receivers, é';

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

interface Target {
  readonly id: string;
  readonly path: string;
  readonly signingSecret: string;
}

async function configure(changes: object): Promise<Target> {
  const path = `/${randomUUID()}`;
  const wanted = { uri: receiver.url(path), format: 'ENVELOPES', publicKey: 'pk-1', secret: SECRET, ...changes };
  return { path, ...(await createConfiguration(gateway, wanted)) };
}

function calls({ path }: Target, count: number): Promise<readonly ReceivedCall[]> {
  return eventually(() => Promise.resolve(receiver.callsOf(path).length >= count && receiver.callsOf(path)));
}

/** A body is an array of one envelope. */
function envelopeOf({ body }: ReceivedCall) {
  const envelopes = JSON.parse(body.toString());
  expect(envelopes).toHaveLength(1);
  return envelopes[0];
}

describe('a receiver of the partner API', () => {
  test('iterates over the body, finds the account of the recipient, and knows a transfer before it is cleared', async () => {
    const booking = new BookingReceiver();
    const targets = await Promise.all([OF_PIX, OF_TED].map(configure));
    for (const { path } of targets)
      receiver.answer(path, (response, { body }) => response.writeHead(booking.receive(body.toString())).end());
    for (const rail of ['PIX', 'TED'])
      for (let nth = 0; nth < 10; nth += 1) await simulateCashIn(gateway, cashInInput({ rail, amount: '10.55' }));
    await eventually(() => Promise.resolve(booking.booked.length === 20));
    expect(new Set(booking.booked.map(String))).toEqual(new Set(['200001,1055']));
    for (const target of targets) expect(await calls(target, 20)).toHaveLength(20);
  });

  // Those of two configurations have no order: the receiver refuses a clearance that comes first, and gets it again.
  test('books each once if receipts and clearances have configurations of their own', async () => {
    const booking = new BookingReceiver();
    const path = `/${randomUUID()}`;
    receiver.answer(path, (response, { body }) => response.writeHead(booking.receive(body.toString())).end());
    for (const eventName of TED) await configure({ context: 'TED', eventName, uri: receiver.url(path) });
    for (let nth = 0; nth < 10; nth += 1) await simulateCashIn(gateway, cashInInput({ rail: 'TED' }));
    await eventually(() => Promise.resolve(booking.booked.length >= 10));
    expect(booking.booked).toHaveLength(10);
  });

  test('refuses what has no signature, and takes each of ours', async () => {
    const guarded = new GuardedReceiver(SECRET);
    const target = await configure({ ...OF_PIX, signatureSchemes: ['V1A'] });
    const uri = receiver.url(`${target.path}?Tenant=Á/1`);
    await updateConfiguration(gateway, { configurationId: target.id, uri });
    const asked: number[] = [];
    receiver.answer(new URL(uri).pathname + new URL(uri).search, (response, { headers, body }) => {
      asked.push(guarded.status(headers, body, uri));
      response.writeHead(asked.at(-1) ?? 500).end();
    });
    await simulateCashIn(gateway, cashInInput());
    await eventually(() => Promise.resolve(asked.length === 2));
    expect(asked).toEqual([200, 200]);
    const plain = await createConfiguration(gateway, { uri: `${uri}&plain`, secret: undefined, ...OF_PIX });
    expect(plain.signingSecret).toMatch(/^whsec_/);
    receiver.answer(`${new URL(uri).pathname}${new URL(uri).search}&plain`, (response, { headers, body }) => {
      asked.push(guarded.status(headers, body, `${uri}&plain`));
      response.writeHead(200).end();
    });
    await pingConfiguration(gateway, plain.id, { client: 'acme-pay' });
    expect(asked.at(-1)).toBe(401);
  });

  test('sees a slash as the path of an address without one', async () => {
    const [guarded, bare] = [new GuardedReceiver(SECRET), await Receiver.start()];
    const asked: number[] = [];
    bare.answer('/', (response, { headers, body }) => {
      asked.push(guarded.status(headers, body, bare.url('/')));
      response.writeHead(200).end();
    });
    const { id } = await configure({ ...OF_PIX, uri: bare.url('') });
    await pingConfiguration(gateway, id, { client: 'acme-pay' });
    expect(asked).toEqual([200]);
    await bare.stop();
  });
});

test('the receiver kit verifies both signatures of a delivery', async () => {
  const target = await configure(OF_PIX);
  const uri = receiver.url(target.path);
  await simulateCashIn(gateway, cashInInput());
  const [{ headers, body } = { headers: {}, body: Buffer.of() }] = await calls(target, 1);
  const message = await new WebhookVerifier({ secrets: [SECRET] }).verify(headers, body);
  expect(JSON.parse(message.body)).toMatchObject([{ context: 'Pix' }]);
  for (const raw of [body, body.toString()]) await verifyHmac(headers, raw, { secret: SECRET, uri });
  for (const [changes, options, reason] of [
    [{ nonce: undefined }, {}, 'HEADERS'],
    [{ authorization: 'Bearer x' }, {}, 'HEADERS'],
    [{}, { now: () => Date.now() + 301_000 }, 'TIMESTAMP'],
    [{ nonce: 'f'.repeat(32) }, {}, 'SIGNATURE'],
    [{ publickey: 'pk-2' }, {}, 'SIGNATURE'],
    [{}, { uri: `${uri}/` }, 'SIGNATURE'],
    [{}, { secret: `${SECRET} ` }, 'SIGNATURE'],
  ] as const)
    await expect(
      verifyHmac({ ...headers, ...changes }, body, { secret: SECRET, uri, ...options }),
    ).rejects.toMatchObject({
      reason,
    });
  expect(() => new WebhookVerifier({ secrets: ['too short'] })).toThrow('16 characters or more');
});

describe('an envelope', () => {
  test('of an instant payment names payer and payee, the key, and how it was paid', async () => {
    const target = await configure(OF_PIX);
    const { addressingKey } = await expectRegistered(gateway, { key: { type: 'EVP' }, number: '200003' });
    const { cashIn } = await simulateCashIn(
      gateway,
      cashInInput({ accountNumber: '200003', amount: '99999999999999.99' }),
    );
    const [call] = await calls(target, 2);
    const sent = call === undefined ? '' : call.body.toString();
    expect(sent).toContain('"amount":{"value":99999999999999.99,"currency":"BRL"}');
    expect(envelopeOf(call as ReceivedCall)).toEqual({
      entityId: cashIn.id,
      companyKey: gateway.partnerOf(),
      context: 'Pix',
      name: 'PIX_CASH_IN_WAS_RECEIVED',
      version: '1.0',
      idempotencyKey: expect.any(String),
      correlationId: expect.any(String),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}0000Z$/),
      metadata: null,
      data: {
        authenticationCode: cashIn.id,
        amount: { value: Number('99999999999999.99'), currency: 'BRL' },
        description: null,
        addressingKey,
        recipient: {
          document: { value: '10020030320', type: 'CPF' },
          type: 'CUSTOMER',
          name: 'Bruno Exemplo',
          account: {
            branch: '0001',
            number: '200003',
            type: 'PAYMENT',
            bank: { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' },
          },
        },
        createdAt: expect.stringMatching(/\.\d{3}0000Z$/),
        channel: {
          name: 'PIX',
          end2EndId: cashIn.endToEndId,
          receiverReconciliationId: null,
          pixInitializationType: 'KEY',
          pixPaymentPriority: 'HIGH',
          pixPaymentPriorityType: 'PRIORITY',
          pixPaymentPurpose: 'PURCHASE_OR_TRANSFER',
          sender: {
            document: { value: '10020039972', type: 'CPF' },
            type: 'CUSTOMER',
            name: 'Gustavo Exemplo',
            account: {
              branch: '0001',
              number: '900001',
              type: 'CHECKING',
              bank: { ispb: '99990002', code: '991', name: 'Outro Banco S.A.' },
            },
          },
        },
      },
    });
  });

  test.each([
    ['PIX', OF_PIX, PIX],
    ['TED', OF_TED, TED],
  ])('of %s is valid by its schema, and has no other data', async (rail, of, names) => {
    const target = await configure(of);
    await simulateCashIn(gateway, cashInInput({ rail }));
    const ajv = formats.default(new Ajv2020({ strict: true, allowUnionTypes: true }));
    for (const call of await calls(target, 2)) {
      const envelope = envelopeOf(call);
      expect(names).toContain(envelope.name);
      const definition = declaredEvents().find(({ name }) => name === envelope.name) as EventDefinition;
      expect([ajv.validate(envelopeSchema(definition), envelope), ajv.errors]).toEqual([true, null]);
      expect(Object.keys(envelope.data).sort()).toEqual(Object.keys(definition.envelopeData ?? {}).sort());
    }
  });

  test('of a transfer has the control number of the payment system', async () => {
    const target = await configure(OF_TED);
    const { cashIn } = await simulateCashIn(gateway, cashInInput({ rail: 'TED', accountNumber: '100001' }));
    const [received, cleared] = (await calls(target, 2)).map(envelopeOf);
    expect([received.name, cleared.name]).toEqual(TED);
    const { controlNumber } = received.data;
    expect(controlNumber).toMatch(/^STR\d{17}$/);
    for (const { entityId, data } of [received, cleared])
      expect([entityId, data]).toMatchObject([
        cashIn.id,
        {
          authenticationCode: cashIn.id,
          addressingKey: null,
          recipient: { type: 'BUSINESS', account: { number: '100001' } },
          channel: { name: 'SPB', controlNumber, sender: { name: 'Gustavo Exemplo' } },
          controlNumber,
          sender: { name: 'Gustavo Exemplo' },
        },
      ]);
  });

  test('of anything else has the data of the standard body, and the metadata of the request', async () => {
    const target = await configure({ context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' });
    const metadata = { team: 'a', n: 1 };
    await gateway.data({ query: CREATE_POCKET, variables: { input: pocketInput({ metadata }) } });
    const [call] = await calls(target, 1);
    const query = '{ webhookEvents(last: 1, filter: { contexts: [POCKET] }) { nodes { payload } } }';
    const payload: { readonly timestamp: string } = (await gateway.data({ query })).webhookEvents.nodes[0].payload;
    const timestamp = payload.timestamp.replace('Z', '0000Z');
    expect(envelopeOf(call as ReceivedCall)).toEqual({ ...payload, timestamp, metadata });
  });

  test('has the same bytes on every try and when it is sent again, and no names after an erasure', async () => {
    const target = await configure({ context: 'TED', eventName: TED[1] });
    const { cashIn } = await simulateCashIn(gateway, cashInInput({ rail: 'TED' }));
    await calls(target, 1);
    const again = async (count: number) => {
      const message = await messageTo(gateway, receiver.url(target.path), ({ state }) => state === 'SUCCESS');
      expect(await reprocess(gateway, [message.id], { client: 'acme-pay' })).toMatchObject({
        accepted: [{ id: message.id }],
      });
      return (await calls(target, count)).at(-1) as ReceivedCall;
    };
    const [first] = receiver.callsOf(target.path);
    const second = await again(2);
    expect(second.body).toEqual(first?.body);
    expect(second.headers['nonce']).not.toBe(first?.headers['nonce']);
    expect(second.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await sql(gateway, 'update cash_in set parties = null where id = ?::uuid', [cashIn.id]);
    const { data } = envelopeOf(await again(3));
    expect(data).toMatchObject({
      recipient: { document: null, name: null, account: { branch: '0001', number: '200001' } },
      channel: { sender: null },
    });
  });

  test('is tried again with the same bytes', async () => {
    const target = await configure(OF_PIX);
    receiver.answer(target.path, (response, call) => {
      answering(receiver.callsOf(target.path).length <= 2 ? 500 : 204)(response, call);
    });
    await simulateCashIn(gateway, cashInInput());
    const bodies = (await calls(target, 4)).map(({ body }) => body.toString());
    expect(new Set(bodies).size).toBe(2);
  });

  test.each([
    ['pingWebhookConfiguration(input: { configurationId: $id })', { name: 'PING', metadata: null, data: {} }],
    [
      'sendSampleEvent(input: { configurationId: $id, eventName: PIX_CASH_IN_WAS_CLEARED })',
      { name: PIX[1], metadata: { sample: true }, data: { recipient: { name: 'Ana Exemplo' } } },
    ],
  ])('comes from %s too', async (field, envelope) => {
    const target = await configure(OF_PIX);
    const query = `mutation ($id: ID!) { ${field} { __typename } }`;
    await gateway.data({ query, variables: { id: target.id } });
    const [call] = await calls(target, 1);
    expect(call?.headers['authorization']).toMatch(/^hmac [A-Za-z0-9+/]{43}=$/);
    expect(envelopeOf(call as ReceivedCall)).toMatchObject(envelope);
  });
});
