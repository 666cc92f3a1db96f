import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { BookingReceiver, GuardedReceiver } from '../../support/envelope-receivers.ts';
import { eventually } from '../../support/gateway.ts';
import { Receiver } from '../../support/receiver.ts';
import { call, pathsOf, type RestCall } from '../../support/rest.ts';
import { gateway } from '../../support/shared-gateway.ts';

const CONFIGURATIONS = '/webhooks/configurations';
/** Any text of 16 characters or more. */
const PRIVATE_KEY = 'a text of receivers, é';

let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver.stop());

/** A configuration as programs in use ask for it. */
const wanted = (changes: object = {}) => ({
  name: 'Cash-ins',
  context: 'Pix',
  eventName: 'PIX_CASH_IN_WAS_CLEARED',
  uri: receiver.url(`/${randomUUID()}`),
  publicKey: 'pk-1',
  privateKey: PRIVATE_KEY,
  ...changes,
});

const create = (body: object = wanted(), options: RestCall = {}) =>
  call(gateway, `POST ${CONFIGURATIONS}`, { body, ...options });

async function created(changes: object = {}): Promise<string> {
  const { status, body } = await create(wanted(changes));
  expect(status).toBe(201);
  return body.data.id;
}

async function expectRefusal(operation: string, wants: readonly [number, string, string?], options: RestCall = {}) {
  const { status, body } = await call(gateway, operation, options);
  expect([status, body.errors[0].code, body.errors[0].propertyName]).toEqual([wants[0], wants[1], wants[2]]);
}

describe('POST', () => {
  test('creates a configuration, and shows no secret', async () => {
    const given = wanted();
    const { status, body, headers, text } = await create(given);
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['data', 'links', 'meta']);
    const { privateKey: _secret, ...shown } = given;
    const { id } = body.data;
    expect(body).toEqual({
      data: { id, ...shown, createdAt: expect.any(String), status: 'Enabled' },
      links: ['get_webhook', 'update_webhook', 'delete_webhook', 'disable_webhook'].map((rel) =>
        expect.objectContaining({ rel }),
      ),
      meta: {},
    });
    expect(text).not.toContain('receivers');
    expect(headers.get('location')).toBe(`${gateway.app.url}${CONFIGURATIONS}/${String(id)}`);
    expect((await call(gateway, `GET ${CONFIGURATIONS}/${String(id)}`)).body).toEqual(body);
    expect((await create(given)).body.errors).toEqual([
      expect.objectContaining({ code: 'WEBHOOK_CONFIGURATION_ALREADY_EXISTS', propertyName: 'uri' }),
    ]);
  });

  test('names what is missing or wrong', async () => {
    const missing = await create({});
    expect([missing.status, pathsOf(missing.body)]).toEqual([400, ['privateKey', 'uri']]);
    const empty = await create(wanted({ privateKey: '' }));
    expect([empty.status, pathsOf(empty.body)]).toEqual([400, ['privateKey']]);
    const wrong = await create(wanted({ context: 5, eventName: [], publicKey: 7 }));
    expect([wrong.status, pathsOf(wrong.body)]).toEqual([400, ['context', 'eventName', 'publicKey']]);
  });

  test.each([15, 513])('refuses a privateKey of %i characters', async (length) => {
    const { status, body } = await create(wanted({ privateKey: 'x'.repeat(length) }));
    expect([status, pathsOf(body)]).toEqual([400, ['privateKey']]);
  });

  test.each([16, 512])('accepts a privateKey of %i characters', async (length) => {
    expect((await create(wanted({ privateKey: 'x'.repeat(length) }))).status).toBe(201);
  });

  test.each([
    ['an event of another context', { context: 'Ted' }, 'context'],
    ['a text as the secret of another format', { format: 'STANDARD' }, 'privateKey'],
  ])('refuses %s', async (_what, changes, propertyName) => {
    const { status, body } = await create(wanted(changes));
    expect([status, pathsOf(body)]).toEqual([400, [propertyName]]);
  });

  test('takes an event and a context that the gateway does not know', async () => {
    const id = await created({ eventName: 'CARD_WAS_BLOCKED', context: 'Card' });
    const { webhookConfiguration } = await gateway.data({
      query: 'query ($id: ID!) { webhookConfiguration(id: $id) { eventName rawEventNames context rawContext format } }',
      variables: { id },
    });
    expect(webhookConfiguration).toEqual({
      ...{ eventName: 'OTHER', rawEventNames: ['CARD_WAS_BLOCKED'], context: 'OTHER', rawContext: 'Card' },
      format: 'ENVELOPES',
    });
  });

  test('takes several such events for one address, and each once', async () => {
    const uri = receiver.url(`/${randomUUID()}`);
    const of = (eventName: string, context = 'Card') => create(wanted({ uri, eventName, context }));
    const id = await created({ uri, eventName: 'CARD_WAS_BLOCKED', context: 'Card' });
    expect((await of('CARD_WAS_CREATED')).status).toBe(201);
    expect((await of('BOLETO_WAS_REGISTERED', 'Boleto')).status).toBe(201);
    const again = await of('CARD_WAS_BLOCKED');
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'WEBHOOK_CONFIGURATION_ALREADY_EXISTS']);
    const query = `mutation ($input: UpdateWebhookConfigurationInput!) {
      updateWebhookConfiguration(input: $input) { __typename }
    }`;
    const rename = async (name: string) => {
      const input = { configurationId: id, rawEventNames: [name] };
      return (await gateway.data({ query, variables: { input } })).updateWebhookConfiguration.__typename;
    };
    expect(await rename('CARD_WAS_CREATED')).toBe('WebhookConfigurationAlreadyExistsError');
    expect(await rename('CARD_WAS_CANCELED')).toBe('UpdateWebhookConfigurationSuccess');
  });

  test('makes deliveries that programs in use book and verify', async () => {
    const [booking, guarded] = [new BookingReceiver(), new GuardedReceiver(PRIVATE_KEY)];
    const uri = receiver.url(`/${randomUUID()}`);
    const statuses: number[] = [];
    receiver.answer(new URL(uri).pathname, (response, { headers, body }) => {
      statuses.push(guarded.status(headers, body, uri));
      response.writeHead(booking.receive(body.toString())).end();
    });
    for (const eventName of ['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED']) await created({ uri, eventName });
    await simulateCashIn(gateway, cashInInput({ rail: 'PIX', amount: '10.55' }));
    await eventually(() => Promise.resolve(booking.booked.length > 0));
    expect([booking.booked.map(String), new Set(statuses)]).toEqual([['200001,1055'], new Set([200])]);
  });
});

describe('one configuration', () => {
  test('is changed, disabled, enabled and deleted', async () => {
    const id = await created();
    const path = `${CONFIGURATIONS}/${id}`;
    const uri = receiver.url(`/${randomUUID()}`);
    const change = { uri, publicKey: 'pk-2', privateKey: 'another text of receivers' };
    const changed = await call(gateway, `PATCH ${path}`, { body: change });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      expect.objectContaining({ id, uri, publicKey: 'pk-2', name: 'Cash-ins', updatedAt: expect.any(String) }),
    ]);
    for (const [verb, status] of [
      ['disable', 'Disabled'],
      ['enable', 'Enabled'],
    ] as const)
      for (let time = 1; time <= 2; time += 1) {
        const answer = await call(gateway, `PATCH ${path}/${verb}`);
        expect([answer.status, answer.text]).toEqual([204, '']);
        expect((await call(gateway, `GET ${path}`)).body.data.status).toBe(status);
      }
    const deleted = await call(gateway, `DELETE ${path}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
  });

  test('is found by its partner alone', async () => {
    const id = await created();
    const absent = [404, 'WEBHOOK_CONFIGURATION_NOT_FOUND', 'configurationId'] as const;
    for (const [one, client] of [
      [id, 'beta-pay'],
      [randomUUID(), 'acme-pay'],
      ['nothing', 'acme-pay'],
    ] as const) {
      const path = `${CONFIGURATIONS}/${one}`;
      await expectRefusal(`GET ${path}`, absent, { client });
      await expectRefusal(`PATCH ${path}`, absent, { client, body: { publicKey: 'pk-3' } });
      await expectRefusal(`PATCH ${path}/disable`, absent, { client });
      await expectRefusal(`PATCH ${path}/enable`, absent, { client });
      await expectRefusal(`DELETE ${path}`, absent, { client });
    }
  });

  test('is changed with webhook.write, and read with webhook.read', async () => {
    const id = await created();
    const path = `${CONFIGURATIONS}/${id}`;
    const [reading, writing] = [{ scope: 'webhook.read' }, { scope: 'webhook.write' }];
    await expectRefusal(`POST ${CONFIGURATIONS}`, [403, 'FORBIDDEN'], { ...reading, body: wanted() });
    await expectRefusal(`PATCH ${path}`, [403, 'FORBIDDEN'], { ...reading, body: {} });
    await expectRefusal(`DELETE ${path}`, [403, 'FORBIDDEN'], reading);
    await expectRefusal(`PATCH ${path}/enable`, [403, 'FORBIDDEN'], reading);
    await expectRefusal(`GET ${path}`, [403, 'FORBIDDEN'], writing);
    expect((await call(gateway, `DELETE ${path}`, writing)).status).toBe(204);
  });

  test('a change names what is wrong', async () => {
    const { status, body } = await call(gateway, `PATCH ${CONFIGURATIONS}/${await created()}`, {
      body: { uri: 'nowhere', publicKey: 'with a space', privateKey: 'short' },
    });
    expect([status, pathsOf(body)]).toEqual([400, ['publicKey', 'privateKey', 'uri']]);
  });
});
