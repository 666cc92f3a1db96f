import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { reprocessingProcess, TestProcess } from '../../support/process.ts';
import { progressOf, reprocessByFilter } from '../../support/reprocessing.ts';
import { withSeed } from '../../support/test-random.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';
import { archive, tallies } from '../../support/archive.ts';
import { sql } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';
import { newConfiguration } from '../../support/configurations.ts';

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
const EVENT = 'PIX_CASH_IN_WAS_CLEARED';
/** Thirty batches. */
const MESSAGES = 6_000;
/** Longest life of the worker that is killed, in milliseconds: about as long as half of the batches take. */
const LIFE_MS_MAX = 150;

onPostgreSql('a reprocessing whose worker is killed', () => {
  const databases = new TestDatabases();
  let gateway: Gateway;
  let url: string;

  beforeAll(async () => {
    url = (await databases.createWithWorld()) ?? '';
    gateway = await Gateway.start({ environment: { ROLES: 'api', DATABASE_URL: url } });
    await forgetThePast(gateway.app.database);
  });
  afterAll(async () => {
    await TestProcess.endAll();
    await gateway.stop();
    await databases.drop();
  });

  /** Starts a reprocessing of all messages of a day, and kills its worker before it has completed it; returns its id. */
  async function killAmid(day: string, random: () => number): Promise<string> {
    for (;;) {
      const worker = reprocessingProcess(url);
      await worker.says(/reprocessing/);
      const { reprocessing } = await reprocessByFilter(gateway, { filter: { startDate: day, endDate: day } });
      await eventually(async () => (await progressOf(gateway, reprocessing.id)).requeued > 0);
      await wait(random() * LIFE_MS_MAX);
      expect(await worker.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
      const { finishedAt } = await progressOf(gateway, reprocessing.id);
      // On a busy machine the worker can complete it before it is killed.
      if (finishedAt === null) return reprocessing.id;
    }
  }

  test('is completed by another, with no message left out or queued twice', () =>
    withSeed(async (random) => {
      const configurationId = await newConfiguration(gateway);
      const sentDate = new Date(gateway.clock.now().getTime() - 1_000).toISOString();
      const message = { configurationId, eventName: EVENT, progress: 'SUCCESS', sentDate } as const;
      await archive(
        gateway,
        Array.from({ length: MESSAGES }, () => message),
      );
      const id = await killAmid(sentDate.slice(0, 10), random);
      await Promise.all([1, 2].map(() => reprocessingProcess(url).says(/reprocessing/)));
      const end = await eventually(async () => {
        const progress = await progressOf(gateway, id);
        return progress.finishedAt !== null && progress;
      });
      expect(end).toMatchObject({ matched: MESSAGES, requeued: MESSAGES, refused: 0 });
      const [count] = await sql(gateway, `select count(distinct message_id)::int as "queued" from webhook_delivery`);
      expect(count).toEqual({ queued: MESSAGES });
      const { tally, wanted } = await tallies(gateway);
      expect(tally).toEqual(wanted);
    }));
});
