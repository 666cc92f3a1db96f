import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rollBack } from '../../../src/platform/schema/migrate.ts';
import { migrations } from '../../../src/capabilities.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

const CHANGING = 'Migration20261208100000_events_of_configurations';
const URI = 'https://other.example/';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

async function rollBackOnce(): Promise<void> {
  const previous = migrations.map(({ name }) => name).find((_, nth, names) => names[nth + 1] === CHANGING) ?? '';
  await rollBack(own.opened, previous);
}

const CONFIGURED = `select configuration.id, event.event_name as "eventName", event.uri = configuration.uri as "isThere"
  from webhook_configuration as configuration
  left join webhook_configuration_event as event on event.configuration_id = configuration.id
  order by configuration.created_at, configuration.id`;

const TALLIED = `select event_name as "eventName", messages::int as "messages" from message_tally
  where configuration_id = (select id from webhook_configuration where name = 'Hook 1') order by event_name::text`;

test('configurations and counts survive migration and rollback, also OTHER of two contexts at one address', async () => {
  await rollBackOnce();
  await own.sql(
    `insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret, status, created_at,
       raw_event_names, raw_context)
     select gen_random_uuid(), 'ACME_PAY', 'Hook ' || nth, context, 'OTHER', ?, 'k', 's', 'ENABLED',
       now() + nth * interval '1 minute', '{A}', raw_context
     from (values (1, 'PIX'::event_context, null), (2, 'OTHER', 'Loan')) as made (nth, context, raw_context)`,
    [URI],
  );
  const before = await own.sql(
    `select id, event_name as "eventName" from webhook_configuration order by created_at, id`,
  );
  await own.opened.orm.migrator.up();
  const first = before.map((row) => ({ ...row, isThere: true }));
  expect(await own.sql(CONFIGURED)).toEqual([...first.slice(0, -1), { ...before.at(-1), isThere: false }]);
  await own.sql(
    `insert into webhook_configuration_event (configuration_id, event_name, partner_id, uri, nth)
     select id, 'PIX_CASH_IN_WAS_CLEARED', partner_id, uri, 1 from webhook_configuration where name = 'Hook 1'`,
  );
  await own.sql(
    `insert into message_tally (configuration_id, day, progress, partner_id, event_name, messages)
     select id, '2026-11-20', 'SUCCESS', partner_id, counted, messages
     from webhook_configuration
     cross join (values ('OTHER'::event_name, 2), ('PIX_CASH_IN_WAS_CLEARED', 3)) as tally (counted, messages)
     where webhook_configuration.name = 'Hook 1'`,
  );
  await rollBackOnce();
  expect(await own.sql(TALLIED)).toMatchObject([{ messages: 5 }]);
  await own.opened.orm.migrator.up();
  expect(await own.sql(CONFIGURED)).toHaveLength(before.length);
  expect(await own.sql(TALLIED)).toMatchObject([{ messages: 5 }]);
});
