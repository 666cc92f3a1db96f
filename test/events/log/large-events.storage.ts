import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { numberEvents } from '../../../src/events/log/relay-events.ts';
import { systemClock } from '../../../src/platform/system.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { startRelay } from '../../support/relays.ts';
import { forgetThePast } from '../../support/world.ts';

const EVENTS = 60;
/** Most that a provider may send. */
const BODY_BYTES = 256_000;
/** Most bytes of bodies that one transaction numbers, except for the last body. */
const BATCH_BYTES = 8 * 1024 * 1024;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await forgetThePast(own.opened);
});
afterAll(() => own.close());

/** Records events whose bodies can hardly be compressed, each in its own statement: together they would take too long. */
async function recordLarge(): Promise<void> {
  for (let nth = 1; nth <= EVENTS; nth += 1)
    await own.sql(
      `insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
         occurred_at, body)
       values (gen_random_uuid(), 'ACME_PAY', 'PIX_CASH_IN_WAS_CLEARED', 'PIX', ?, gen_random_uuid(), gen_random_uuid(),
         gen_random_uuid(), now(), ?)`,
      [String(nth), JSON.stringify({ data: randomBytes(BODY_BYTES / 2).toString('base64') })],
    );
}

test('events with large bodies are numbered in batches of few megabytes, in order and without gaps', async () => {
  await recordLarge();
  const first = await own.database.transaction((sql) => numberEvents(sql));
  expect(first.hasMore).toBe(true);
  expect(first.moved).toBeGreaterThan(0);
  const [event] = await own.sql<{ bytes: number }>('select sum(pg_column_size(body))::int as bytes from event');
  expect(event?.bytes).toBeLessThan(BATCH_BYTES + BODY_BYTES);
  const { relay, capture } = startRelay(own.database);
  while ((await relay.run(own.database, systemClock.now())).hasMore);
  await capture.stop();
  const logged = await own.sql(
    `select entity_id::int as nth, (log_position - min(log_position) over ())::int + 1 as place
     from event order by log_position`,
  );
  expect(logged).toEqual(Array.from({ length: EVENTS }, (_, index) => ({ nth: index + 1, place: index + 1 })));
});
