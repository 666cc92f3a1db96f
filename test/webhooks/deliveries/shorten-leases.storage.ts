import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/composition/system.ts';
import { shortenLeases } from '../../../src/webhooks/deliveries/shorten-leases.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

test('leases that were taken before the clock was set back end as soon as any, and others as they did', async () => {
  const now = systemClock.now();
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();
  for (const [nth, seconds] of [-5, 15, 65, 3_600].entries())
    await own.sql(
      `insert into webhook_lease (configuration_id, id, partner_id, until, positions) values (?, ?, ?, ?, '{1}')`,
      [...[randomUUID(), randomUUID(), `PARTNER_${nth}`, at(seconds)]],
    );
  expect(await shortenLeases(own.database, now)).toBe(false);
  const leases = await own.sql<{ until: string }>(
    `select until from webhook_lease where partner_id like 'PARTNER\\_%' order by partner_id`,
  );
  expect(leases.map(({ until }) => new Date(until).toISOString())).toEqual([-5, 15, 65, 70].map(at));
});
