import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../src/platform/database/database.ts';
import { runReprocessing } from '../../../src/webhooks/reprocessing/run-reprocessing.ts';
import { archive } from '../../support/archive.ts';
import { CLIENT, newConfiguration } from '../../support/configurations.ts';
import { lastDays } from '../../support/days.ts';
import { Gateway } from '../../support/gateway.ts';
import { progressOf, reprocessByFilter } from '../../support/reprocessing.ts';
import { forgetThePast } from '../../support/world.ts';

const DAY_MS = 86_400_000;

let gateway: Gateway;

/** Without workers: the test itself reprocesses. */
beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
  await forgetThePast(gateway.app.database);
});
afterAll(() => gateway.stop());

test('a reprocessing that has failed continues day by day, once the others of its partner have finished', async () => {
  const now = gateway.clock.now().getTime();
  const message = {
    configurationId: await newConfiguration(gateway),
    eventName: 'PIX_CASH_IN_WAS_CLEARED',
    progress: 'SUCCESS',
  } as const;
  const sent = [0, 1, 3].map((daysAgo) => new Date(now - 5_000 - daysAgo * DAY_MS).toISOString());
  await archive(
    gateway,
    sent.map((sentDate) => ({ ...message, sentDate })),
  );
  const filter = { ...lastDays(now), startDate: new Date(now - 5 * DAY_MS).toISOString().slice(0, 10) };
  const start = async () => (await reprocessByFilter(gateway, { filter })).reprocessing.id;
  const [failed, other] = [await start(), await start()];
  const database = new Database(gateway.app.database.sessions);
  const dependencies = { database, clock: gateway.clock, wakeDeliveries: () => undefined };
  const run = () => runReprocessing(dependencies, { partnerId: gateway.partnerOf(CLIENT), failed: [failed] });
  await run();
  const ended = { requeued: sent.length, finishedAt: expect.any(String) };
  expect(await progressOf(gateway, other)).toMatchObject(ended);
  const steps = new Set<number>();
  while ((await run()) !== undefined) steps.add((await progressOf(gateway, failed)).requeued);
  expect([...steps].filter((requeued) => requeued > 0)).toEqual([1, 2, 3]);
  expect(await progressOf(gateway, failed)).toMatchObject(ended);
});
