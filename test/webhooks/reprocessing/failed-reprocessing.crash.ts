import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { archive } from '../../support/archive.ts';
import { newConfiguration } from '../../support/configurations.ts';
import { lastDays } from '../../support/days.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { reading } from '../../support/metrics.ts';
import { progressOf, reprocessByFilter } from '../../support/reprocessing.ts';
import { sql } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const MESSAGES = 3;
/** Far more than the tries of one that rests twice as long after each failure. */
const OF_ANOTHER = 12;
const ANOTHER = { client: 'acme-pay' };

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  await forgetThePast(gateway.app.database);
});
afterAll(() => gateway.stop());

async function failures(): Promise<number> {
  return (await reading(gateway, 'gateway_loop_failures_total{loop="webhook-reprocessing"}')) ?? 0;
}

test('a reprocessing that cannot continue is retried by itself, and delays none of another partner', async () => {
  const configurationId = await newConfiguration(gateway);
  const sentDate = new Date(gateway.clock.now().getTime() - 1_000).toISOString();
  const message = { configurationId, eventName: 'PIX_CASH_IN_WAS_CLEARED', progress: 'SUCCESS', sentDate } as const;
  await archive(
    gateway,
    Array.from({ length: MESSAGES }, () => message),
  );
  const filter = lastDays();
  const setTally = (messages: number) => sql(gateway, 'update message_tally set messages = ?', [messages]);
  // Each of its batches would take the tally below zero.
  await setTally(0);
  const { reprocessing: failing } = await reprocessByFilter(gateway, { filter });
  await eventually(async () => (await failures()) > 0);
  for (let request = 0; request < OF_ANOTHER; request += 1) {
    const { reprocessing } = await reprocessByFilter(gateway, { filter }, ANOTHER);
    await eventually(async () => (await progressOf(gateway, reprocessing.id, ANOTHER)).finishedAt !== null);
  }
  expect(await failures()).toBeLessThan(OF_ANOTHER);
  expect(await progressOf(gateway, failing.id)).toMatchObject({ requeued: 0, finishedAt: null });
  await setTally(MESSAGES);
  await eventually(async () => (await progressOf(gateway, failing.id)).finishedAt !== null);
  expect(await progressOf(gateway, failing.id)).toMatchObject({ requeued: MESSAGES, refused: 0 });
});
