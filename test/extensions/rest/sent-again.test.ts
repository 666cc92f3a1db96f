import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { archive } from '../../support/archive.ts';
import { CLIENT, deleteConfiguration, newConfiguration, updateConfiguration } from '../../support/configurations.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { Receiver } from '../../support/receiver.ts';
import { progressOf } from '../../support/reprocessing.ts';
import { call, pathsOf, type RestCall } from '../../support/rest.ts';

const MESSAGES = '/webhooks/processed-messages';
const EVENT = 'PIX_CASH_IN_WAS_CLEARED';
const DAY = new Date().toISOString().slice(0, 10);
const TODAY = { startDate: DAY, endDate: DAY };

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await Gateway.start();
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

/** A configuration with one message that failed. */
async function failed() {
  const path = `/${randomUUID()}`;
  const configurationId = await newConfiguration(gateway, { uri: receiver.url(path) });
  const sentDate = new Date(gateway.clock.now().getTime() - 60_000).toISOString();
  const [message] = await archive(gateway, [{ configurationId, eventName: EVENT, progress: 'FAILED', sentDate }]);
  return { key: message?.key ?? '', path, configurationId, day: sentDate.slice(0, 10) };
}

const send = (operation: string, options: RestCall = {}) => call(gateway, operation, { client: CLIENT, ...options });

const isSent = (path: string) => eventually(() => Promise.resolve(receiver.callsOf(path).length > 0));

describe('a message', () => {
  test('is sent again by its idempotency key', async () => {
    const { key, path } = await failed();
    const { status, text } = await send(`POST ${MESSAGES}/${key}`);
    expect([status, text]).toEqual([202, '']);
    expect(await isSent(path)).toBe(true);
  });

  test('that the partner does not have is not found', async () => {
    const { key } = await failed();
    for (const [one, client] of [
      [key, 'acme-pay'],
      [randomUUID(), CLIENT],
      ['nothing', CLIENT],
    ] as const) {
      const { status, body } = await send(`POST ${MESSAGES}/${one}`, { client });
      expect([status, body.errors]).toEqual([
        404,
        [expect.objectContaining({ code: 'WEBHOOK_MESSAGE_NOT_FOUND', propertyName: 'idempotencyKey' })],
      ]);
    }
  });

  test.each([
    ['disabled', (configurationId: string) => updateConfiguration(gateway, { configurationId, status: 'DISABLED' })],
    ['deleted', (configurationId: string) => deleteConfiguration(gateway, configurationId)],
  ])('is refused if its configuration is %s', async (_what, end) => {
    const { key, configurationId } = await failed();
    await end(configurationId);
    const { status, body } = await send(`POST ${MESSAGES}/${key}`);
    expect([status, body.errors[0].code]).toEqual([422, 'WEBHOOK_MESSAGE_HAS_NO_RECEIVER']);
  });

  test('requires webhook.read, as the partner API has it', async () => {
    const { status, body } = await send(`POST ${MESSAGES}/${randomUUID()}`, { scope: 'webhook.write' });
    expect([status, body.errors[0].code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('a batch', () => {
  test('counts with GET, and sends with POST', async () => {
    const { path, day } = await failed();
    const period = { startDate: day, endDate: day };
    const filter = { ...period, state: 'Failed', context: 'Pix', eventNames: EVENT };
    const counted = await send(`GET ${MESSAGES}/batch?${new URLSearchParams(filter).toString()}`);
    expect([counted.status, counted.body]).toEqual([200, { data: { matched: expect.any(Number) } }]);
    expect(counted.body.data.matched).toBeGreaterThan(0);
    const started = await send(`POST ${MESSAGES}/batch`, { body: { ...filter, eventNames: [EVENT] } });
    expect([started.status, started.body]).toEqual([
      202,
      { data: { id: expect.any(String), matched: counted.body.data.matched, createdAt: expect.any(String) } },
    ]);
    expect(await isSent(path)).toBe(true);
    expect(await progressOf(gateway, started.body.data.id)).toMatchObject({ id: started.body.data.id });
  });

  test('of an unknown event or context is empty', async () => {
    const { day } = await failed();
    for (const changes of [{ eventNames: ['CARD_WAS_BLOCKED'] }, { context: 'Card' }]) {
      const { body } = await send(`POST ${MESSAGES}/batch`, { body: { startDate: day, endDate: day, ...changes } });
      expect(body.data.matched).toBe(0);
    }
  });

  test.each([
    ['without a period', {}, ['startDate', 'endDate']],
    ['of held messages', { ...TODAY, state: 'Hold' }, ['state']],
    ['of held messages by another name', { ...TODAY, eventState: 'Hold' }, ['state']],
    ['of several events', { ...TODAY, eventNames: ['A', 'B'] }, ['eventNames']],
  ])('%s is refused', async (_what, body, names) => {
    const answer = await send(`POST ${MESSAGES}/batch`, { body });
    expect([answer.status, pathsOf(answer.body)]).toEqual([400, names]);
  });
});
