import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { abandonDeliveries } from '../../../src/webhooks/deliveries/abandon-deliveries.ts';
import { systemClock } from '../../../src/platform/system.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { forgetThePast } from '../../support/world.ts';

const CONFIGURATIONS = 10;
const MESSAGES_EACH = 500;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await forgetThePast(own.opened);
});
afterAll(() => own.close());

async function queued(): Promise<number | undefined> {
  const [row] = await own.sql<{ count: number }>('select count(*)::int as "count" from webhook_delivery');
  return row?.count;
}

test('one statement abandons at most 2,000 messages, of any number of deleted configurations', async () => {
  await own.sql(
    `insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at,
       sends, tries)
     select md5(nth::text)::uuid, position, 'ACME_PAY', gen_random_uuid(), gen_random_uuid(), now(), 0, 0
     from generate_series(1, ?::int) as nth, generate_series(1, ?::int) as position`,
    [CONFIGURATIONS, MESSAGES_EACH],
  );
  await own.sql(
    `insert into webhook_configuration_head (configuration_id, partner_id, sequence)
     select distinct configuration_id, partner_id, '1.500' from webhook_delivery`,
  );
  const left: (number | undefined)[] = [];
  for (let hasMore = true; hasMore; left.push(await queued()))
    hasMore = await abandonDeliveries(own.database, systemClock.now());
  expect(left).toEqual([3_000, 1_000, 0, 0]);
  expect(await own.sql('select from webhook_configuration_head')).toEqual([]);
});
