import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/platform/system.ts';
import { numberEvents } from '../../../src/events/log/relay-events.ts';
import { captureOf, captureWaiting } from '../../../src/webhooks/capture/queue-messages.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { forgetThePast } from '../../support/world.ts';

const PARTNER = 'ACME_PAY';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

/**
 * Configurations by address, which orders them: context, event names, raw names of OTHER, format, and the numbers of
 * accounts and the entities that they capture.
 */
const CONFIGURATIONS = [
  ['a', 'PIX', ['PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'], null, 'STANDARD', '', ''],
  ['b', 'PIX', ['OTHER', 'PIX_CASH_IN_WAS_CLEARED'], ['PIX_REFUND', 'PIX_HOLD'], 'CLOUDEVENTS', '', ''],
  ['c', 'TED', ['TED_CASH_IN_WAS_CLEARED'], null, 'CLOUDEVENTS', '', ''],
  ['d', 'TED', ['OTHER', 'TED_CASH_IN_WAS_CLEARED'], ['PIX_REFUND'], 'STANDARD', '', ''],
  ['e', 'PIX', ['PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'], null, 'STANDARD', '200001', ''],
  ['f', 'PIX', ['PIX_CASH_IN_WAS_CLEARED', 'OTHER'], ['PIX_REFUND'], 'STANDARD', '200001,200002', 'E'],
  ['g', 'PIX', ['PIX_CASH_IN_WAS_CLEARED', 'OTHER'], ['PIX_REFUND'], 'STANDARD', '', 'F,R'],
  ['h', 'PIX', ['PIX_CASH_IN_WAS_CLEARED'], null, 'STANDARD', '300001,999999', ''],
] as const;
/** Events: name, context, the raw name of OTHER, the number of the account, and the entity. */
const EVENTS = [
  ['PIX_CASH_IN_WAS_CLEARED', 'PIX', null, '200001', 'E'],
  ['TED_CASH_IN_WAS_CLEARED', 'TED', null, '200002', 'E'],
  ['OTHER', 'PIX', 'PIX_REFUND', null, 'R'],
  ['OTHER', 'PIX', 'PIX_ELSE', '200001', 'E'],
  ['PIX_CASH_IN_WAS_RECEIVED', 'PIX', null, '200001', 'E'],
] as const;
const WANTED = [
  ...['a PIX_CASH_IN_WAS_CLEARED STANDARD', 'a TED_CASH_IN_WAS_CLEARED STANDARD'],
  ...['b OTHER CLOUDEVENTS', 'b PIX_CASH_IN_WAS_CLEARED CLOUDEVENTS'],
  ...['c TED_CASH_IN_WAS_CLEARED CLOUDEVENTS', 'd TED_CASH_IN_WAS_CLEARED STANDARD'],
  ...['e PIX_CASH_IN_WAS_CLEARED STANDARD', 'f PIX_CASH_IN_WAS_CLEARED STANDARD', 'g OTHER STANDARD'],
];

beforeEach(async () => {
  await forgetThePast(own.opened);
  for (const [uri, context, names, rawNames, format, accounts, entities] of CONFIGURATIONS) {
    const raw = rawNames && `{${rawNames.join(',')}}`;
    await own.sql(
      `with added as (
         insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret, status,
           created_at, raw_event_names, format, account_numbers, entity_ids)
         values (gen_random_uuid(), ?, 'Hook', ?, ?, ?, 'k', 's', 'ENABLED', now(), ?::text[], ?, ?::text[], ?::text[])
         returning *
       )
       insert into webhook_configuration_event (configuration_id, event_name, partner_id, uri, nth)
       select id, wanted::event_name, partner_id, uri, nth
       from added cross join unnest(?::text[]) with ordinality as named (wanted, nth)`,
      [PARTNER, context, names[0], uri, raw, format, `{${accounts}}`, `{${entities}}`, `{${names.join(',')}}`],
    );
  }
  for (const [name, context, rawName, account, entity] of EVENTS)
    await own.sql(
      `insert into outbox (event_id, partner_id, name, context, raw_name, entity_id, account_id, subject_id,
         idempotency_key, correlation_id, occurred_at, body)
       values (gen_random_uuid(), ?, ?, ?, ?, ?, (select id from payment_account where partner_id = ? and number = ?),
         gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), '{}')`,
      [PARTNER, name, context, rawName, entity, PARTNER, account],
    );
  while ((await own.database.transaction((sql) => numberEvents(sql))).hasMore);
});

async function queued(): Promise<readonly string[]> {
  const rows = await own.sql<{ message: string }>(
    `select configuration.uri || ' ' || event.name || ' ' || delivery.format as "message"
     from webhook_delivery as delivery
     join webhook_configuration as configuration on configuration.id = delivery.configuration_id
     join event on event.partner_id = delivery.partner_id and event.position = delivery.event_position order by 1`,
  );
  return rows.map(({ message }) => message);
}

test('events of a partner become messages to all configurations that want them, in the format of each', async () => {
  await own.database.transaction((sql) => captureWaiting(sql, systemClock.now(), []));
  expect(await queued()).toEqual(WANTED);
});

test.each([1, 2, 100])('events captured per partner become the same, %i messages at a time', async (max) => {
  const share = { partnerId: PARTNER, max };
  while ((await own.database.transaction((sql) => captureOf(sql, systemClock.now(), share))).hasMore);
  expect(await queued()).toEqual(WANTED);
});
