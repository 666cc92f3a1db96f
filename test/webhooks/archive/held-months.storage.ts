import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/platform/system.ts';
import { LIFT_TIMEOUTS } from '../../../src/platform/postgres/response-timeout.ts';
import { listPartitions } from '../../../src/platform/schema/partitions.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { keepMessageMonths } from '../../../src/webhooks/deliveries/message-retention.ts';
import { Gateway } from '../../support/gateway.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { TestClock } from '../../support/test-clock.ts';
import { serverUrl } from '../../support/test-database.ts';

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
const DAY_MS = 24 * 3_600_000;
const COUNT_MESSAGES = ownStatement('test_count_messages', 'select count(*) from webhook_message');
/** Half of the usual time. */
const WAIT_BRIEFLY = ownStatement('test_wait_briefly', `select set_config('lock_timeout', '1500', true)`);

onPostgreSql('while a backup reads the messages, and their oldest month is to be detached', () => {
  const found = new Date(systemClock.now().getTime() + 62 * DAY_MS);
  const due = new Date(found.getTime() + 1.5 * DAY_MS);
  let own: OwnDatabase;
  let oldest: string | undefined;

  beforeAll(async () => {
    own = await OwnDatabase.open();
    await keepMessageMonths(own.database, found);
    [oldest] = await partitions();
  });
  afterAll(() => own.close());

  const partitions = () => listPartitions(own.database, 'webhook_message');

  async function duringBackup(work: () => Promise<void>): Promise<void> {
    await own.database.transaction(async (transaction) => {
      await transaction.run(LIFT_TIMEOUTS, []);
      await transaction.run(COUNT_MESSAGES, []);
      await work();
    });
  }

  /** Reads messages until `work` has ended. */
  async function readDuring(work: Promise<void>): Promise<void> {
    let hasEnded = false;
    const reading = async () => {
      while (!hasEnded)
        await own.database.transaction(async (transaction) => {
          await transaction.run(WAIT_BRIEFLY, []);
          await transaction.run(COUNT_MESSAGES, []);
        });
    };
    await Promise.all([work.finally(() => (hasEnded = true)), reading()]);
  }

  test('a process starts', async () => {
    const clock = new TestClock();
    clock.set(due.toISOString());
    await duringBackup(async () => {
      const environment = { ROLES: 'api', DATABASE_URL: own.url ?? '' };
      await (await Gateway.start({ environment, clock })).stop();
    });
    expect(await partitions()).toContain(oldest);
  });

  test('others read them too, and the month is detached after the backup', async () => {
    await duringBackup(() => readDuring(keepMessageMonths(own.database, due)));
    expect(await partitions()).toContain(oldest);
    await keepMessageMonths(own.database, due);
    expect(await partitions()).not.toContain(oldest);
  });

  test('an operator who wants to drop it immediately gets the reason why that failed', async () => {
    const [next = ''] = await partitions();
    const later = new Date(due.getTime() + 31 * DAY_MS);
    await duringBackup(async () => {
      await expect(keepMessageMonths(own.database, later, true)).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await partitions()).toContain(next);
  });
});
