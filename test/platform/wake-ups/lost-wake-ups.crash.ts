import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { analysed, decided, goodInput } from '../../support/customers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { answering, Receiver } from '../../support/receiver.ts';
import { progressOf, reprocessByFilter } from '../../support/reprocessing.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';
import { cashIns, createConfiguration, messageTo, searchMessages } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

/** Nothing listens there, so that no process is woken by another. */
const NO_WAKE_UPS = { NATS_URL: 'nats://127.0.0.1:9' };

(serverUrl === undefined ? describe.skip : describe)('processes that never hear of each other', () => {
  const databases = new TestDatabases();
  let api: Gateway;
  let worker: Gateway;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await Receiver.start();
    const url = await databases.createWithWorld();
    const environment = { ...NO_WAKE_UPS, WEBHOOK_RETRY_SECONDS: '1', ...(url !== undefined && { DATABASE_URL: url }) };
    api = await Gateway.start({ environment: { ...environment, ROLES: 'api' } });
    await forgetThePast(api.app.database);
    worker = await Gateway.start({ environment: { ...environment, ROLES: 'worker' } });
  });
  afterAll(async () => {
    await worker.stop();
    await api.stop();
    await receiver.stop();
    await databases.drop();
  });

  test('number events, deliver messages and retry them', async () => {
    const uri = receiver.url('/lost');
    receiver.answer('/lost', answering(500));
    await createConfiguration(api, { uri });
    await cashIns(api, 1);
    await messageTo(api, uri, ({ state }) => state === 'FAILED');
    receiver.answer('/lost', answering(204));
    const { attempts } = await messageTo(api, uri, ({ state }) => state === 'SUCCESS');
    expect(attempts.length).toBeGreaterThanOrEqual(2);
  });

  test('send messages again on request', async () => {
    const { nodes } = await searchMessages(api);
    const day = (nodes[0]?.sentDate ?? '').slice(0, 10);
    const { reprocessing } = await reprocessByFilter(api, { filter: { startDate: day, endDate: day } });
    const isFinished = async () => (await progressOf(api, reprocessing.id)).finishedAt !== null;
    expect(await eventually(isFinished)).toBe(true);
  });

  test('analyse pictures and registrations', async () => {
    expect(await analysed(api, { documentNumber: '10020030401' })).toMatchObject({ documentType: 'SELFIE' });
    expect(await decided(api, await goodInput(api))).toMatchObject({ status: 'APPROVED' });
  });
});
