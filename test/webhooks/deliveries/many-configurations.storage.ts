import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CLAIM_DUE, EARLIEST_DELIVERY, LOCK_DUE_BREAKERS } from '../../../src/webhooks/deliveries/due-delivery.rows.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { planAsOnPostgreSql, rowsReadOf } from '../../support/plans.ts';

/** Each of a partner of its own. Messages wait for the first few. */
const CONFIGURATIONS = 3_000;
const WAITING = 10;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
  await own.sql('delete from webhook_delivery');
  await own.sql(`
    insert into partner (id, name, company_key, created_at)
    select 'MANY_' || nth, 'Many', 'MANY_' || nth, now() from generate_series(1, ${CONFIGURATIONS}) as nth`);
  await own.sql(`
    with added as (
      insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret, status,
        created_at)
      select gen_random_uuid(), id, 'Endpoint', 'POCKET', 'POCKET_ACCOUNT_WAS_CREATED', 'https://partner.example/', id,
        'unused', 'ENABLED', now()
      from partner where id like 'MANY\\_%'
      returning id, partner_id
    )
    insert into webhook_breaker (configuration_id, partner_id, state) select id, partner_id, 'CLOSED' from added`);
  await own.sql(`
    insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at,
      sends, tries)
    select id, 1, partner_id, gen_random_uuid(), gen_random_uuid(), now(), 0, 0
    from webhook_configuration where partner_id like 'MANY\\_%' order by partner_id limit ${WAITING}`);
  await own.sql('analyze');
  await planAsOnPostgreSql(own);
});
afterAll(() => own.close());

const now = new Date().toISOString();

test.each([
  ['a worker looks for due messages', { text: LOCK_DUE_BREAKERS.text, values: [now, 100, []] }],
  ['all loops look for the time of the next one', { text: EARLIEST_DELIVERY, values: [now] }],
])('%s among configurations for which messages wait, not among all', async (_case, query) => {
  const read = await rowsReadOf(own, ['webhook_breaker', 'webhook_configuration'], query);
  expect(read).toBeGreaterThanOrEqual(2 * WAITING);
  expect(read).toBeLessThanOrEqual(3 * WAITING);
});

test('due messages are claimed for the named configurations, without reading all others', async () => {
  const named = await own.sql<{ id: string }>(
    'select distinct configuration_id as "id" from webhook_delivery order by configuration_id',
  );
  const ids = named.map(({ id }) => id);
  const each = (value: string) => ids.map(() => value);
  const [lease] = ids;
  const read = await rowsReadOf(own, ['webhook_breaker', 'webhook_configuration', 'event'], {
    text: CLAIM_DUE.text,
    values: [ids, each('1'), each('10'), now, 100, lease ?? '', now, each('true'), each('10'), each('10')],
  });
  expect(read).toBeGreaterThanOrEqual(WAITING);
  expect(read).toBeLessThanOrEqual(3 * WAITING);
});
