import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rollBack } from '../../../src/platform/schema/migrate.ts';
import { migrations } from '../../../src/capabilities.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { CHECK } from '../../support/sql-states.ts';

const MENDING = 'Migration20261123100000_measured_durations';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

/** As written by a process whose clock was behind that of the process which recorded the event. */
const SPOIL = [
  `update event set captured_at = occurred_at - interval '5 s' where position % 2 = 0`,
  `update webhook_message set elapsed_event_capture_us = -5000000 where event_position % 2 = 0`,
  `update webhook_message set elapsed_http_call_us = -1 where event_position % 4 = 0 and elapsed_http_call_us is not null`,
  `update webhook_attempt set elapsed_http_call_us = -1 where nth = 0`,
];

const COUNT_SPOILT = `select
  (select count(*) from event where captured_at < occurred_at)::int as "events",
  (select count(*) from webhook_message where elapsed_event_capture_us < 0)::int as "captures",
  (select count(*) from webhook_message where elapsed_http_call_us < 0)::int as "calls",
  (select count(*) from webhook_attempt where elapsed_http_call_us < 0)::int as "attempts"`;

test('negative durations that an earlier release stored are corrected, others are kept, and new ones are refused', async () => {
  const previous = migrations.map(({ name }) => name).find((_, nth, names) => names[nth + 1] === MENDING) ?? '';
  await rollBack(own.opened, previous);
  for (const sql of SPOIL) await own.sql(sql);
  const [spoilt] = await own.sql<Readonly<Record<string, number>>>(COUNT_SPOILT);
  for (const count of Object.values(spoilt ?? {})) expect(count).toBeGreaterThan(0);
  const healthy = `select id, elapsed_event_capture_us, elapsed_http_call_us from webhook_message
    where event_position % 2 = 1 order by id`;
  const before = await own.sql(healthy);
  await own.opened.orm.migrator.up();
  expect(await own.sql(COUNT_SPOILT)).toEqual([{ events: 0, captures: 0, calls: 0, attempts: 0 }]);
  expect(await own.sql(healthy)).toEqual(before);
  for (const sql of SPOIL) await expect(own.sql(sql)).rejects.toMatchObject({ code: CHECK });
});
