import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/platform/system.ts';
import { insertCopy } from '../../support/insert-copy.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { CHECK, FOREIGN_KEY, NO_SUCH_WORD, NOT_NULL, UNIQUE } from '../../support/sql-states.ts';
import { idAt } from '../../support/archive.ts';
import { forgetThePast } from '../../support/world.ts';

/** A row of a month that is not kept violates the bounds of all partitions. */
const NO_PARTITION = CHECK;

let own: OwnDatabase;

/** The sandbox world without its past, and with a row in every table, of which the tests insert copies. */
beforeAll(async () => {
  own = await OwnDatabase.open();
  await forgetThePast(own.opened);
  await own.sql(`insert into pocket (id, partner_id, account_id, number, label, currency, status, reason, category, use_case,
      user_name, user_document_value, user_document_type, user_birth_date, created_at)
    select gen_random_uuid(), partner_id, id, '10000000BRL', 'Trip', 'BRL', 'ACTIVE', 'HOLDER_REQUEST', 'POCKET',
      'CORPORATE_EXPENSES', 'Maria Exemplo', '10020030240', 'CPF', '1990-01-31', now()
    from payment_account where number = '200001'`);
  await own.sql(`insert into cash_in (id, partner_id, account_id, rail, amount, currency, end_to_end_id, created_at)
    select gen_random_uuid(), partner_id, id, 'PIX', 10.50, 'BRL', 'E1', now()
    from payment_account where number = '200001'`);
  await own.sql(
    `insert into idempotency_key values ('ACME_PAY', 'createPocket', gen_random_uuid(), 'f', gen_random_uuid(), now())`,
  );
  const event = `'ACME_PAY', 'POCKET_ACCOUNT_WAS_CREATED', 'POCKET', '10000000BRL', gen_random_uuid(), gen_random_uuid(),
    gen_random_uuid(), now()`;
  await own.sql(`insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key,
    correlation_id, occurred_at, body) values (gen_random_uuid(), ${event}, '{}')`);
  await own.sql(`insert into event (log_position, epoch, position, reached_at, id, partner_id, name, context, entity_id,
    subject_id, idempotency_key, correlation_id, occurred_at, captured_at, recorded_at, body)
    values (1, 1, 1, now(), gen_random_uuid(), ${event}, now(), now(), '{}')`);
  await own.sql(`insert into partner_event_head values ('BETA_PAY', 1, now())`);
  await own.sql(`insert into event_capture values ('ACME_PAY', 1, 1, 1)`);
  await insertWebhooks();
});
afterAll(() => own.close());

/** Inserts a configuration with its breaker, a queued message and an archived one, and their tallies. */
async function insertWebhooks(): Promise<void> {
  await own.sql(`insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret,
      status, created_at)
    values (gen_random_uuid(), 'ACME_PAY', 'Hook', 'PIX', 'PIX_CASH_IN_WAS_CLEARED', 'https://a', 'k', 's', 'ENABLED', now())`);
  await own.sql(
    `insert into webhook_breaker (configuration_id, partner_id)
     select id, partner_id from webhook_configuration where uri = 'https://a'`,
  );
  await own.sql(`insert into webhook_configuration_head values (gen_random_uuid(), 'ACME_PAY', '1.1')`);
  const ids = 'gen_random_uuid(), 1';
  await own.sql(`insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key,
      due_at, sends, tries) values (${ids}, 'ACME_PAY', gen_random_uuid(), gen_random_uuid(), now(), 0, 0)`);
  await own.sql(
    `insert into webhook_message (id, partner_id, configuration_id, event_position, idempotency_key, progress,
      destination, sent_date, event_name, context, retry_count, elapsed_event_capture_us)
     values (?::uuid, 'ACME_PAY', ${ids}, gen_random_uuid(), 'FAILED', 'https://a', now(), 'PIX_CASH_IN_WAS_CLEARED', 'PIX', 0, 1)`,
    [idAt(systemClock.now().toISOString())],
  );
  await own.sql(
    `insert into webhook_attempt select id, 0, now(), 200, null, 1, partner_id from webhook_message limit 1`,
  );
  await own.sql(`insert into call_tally values (gen_random_uuid(), now(), true, 1, 1, 'ACME_PAY')`);
  await own.sql(
    `insert into message_tally values (gen_random_uuid(), now(), 'FAILED', 'ACME_PAY', 'PIX_CASH_IN_WAS_CLEARED', 1)`,
  );
  await own.sql(`insert into webhook_reprocessing (id, partner_id, filter, matched, requeued, refused,
      reached_sent_date, reached_id, created_at)
    values (gen_random_uuid(), 'ACME_PAY', '{"since":"2026-11-30T00:00:00.000Z"}', 0, 0, 0, now(), gen_random_uuid(), now())`);
}

const id = 'gen_random_uuid()';
const partner = { id: `'NEW'`, company_key: `'NEW'` };
const holder = { id, document_value: `'10020039999'` };
const account = { id, number: `'999999'` };
const pocket = { id, number: `'20000000BRL'` };
const cashIn = { id, end_to_end_id: `'E2'` };
const outbox = { id: 'id + 1000' };
const event = { id, position: 'position + 1000', log_position: 'log_position + 1000' };
const configuration = { id, uri: `'https://b'` };
const other = { configuration_id: id };
const message = { id: `overlay(id::text placing 'fff' from 34 for 3)::uuid` };

describe('storage', () => {
  test.each([
    ['partner', partner],
    ['holder', holder],
    ['payment_account', account],
    ['pocket', pocket],
    ['pocket', { id, partner_id: `'BETA_PAY'` }],
    ['cash_in', cashIn],
    ['idempotency_key', { key: id }],
    ['outbox', outbox],
    ['event', event],
    ['event_capture', { last_position: '2' }],
    ['partner_event_head', { partner_id: `'NOVA_PAY'` }],
    ['webhook_configuration', configuration],
    ['webhook_configuration_head', other],
    ['webhook_delivery', other],
    ['webhook_message', message],
    ['webhook_attempt', { nth: 'nth + 1' }],
    ['message_tally', other],
    ['call_tally', other],
    ['webhook_reprocessing', { id }],
  ])('accepts a further %s', async (table, changes) => {
    await expect(insertCopy(own, table, changes)).resolves.toBeUndefined();
  });

  test.each<[string, Record<string, string>, string]>([
    ['partner', { ...partner, id: 'id', company_key: `'OTHER'` }, UNIQUE],
    ['partner', { ...partner, id: `'OTHER'`, company_key: 'company_key' }, UNIQUE],
    ['partner', { id: `'OTHER'`, company_key: `'OTHER'`, name: 'null' }, NOT_NULL],
    ['bank', {}, UNIQUE],
    ['account_program', { id, partner_id: `'NOBODY'` }, FOREIGN_KEY],
    ['account_program', { id, pockets_configured: 'null' }, NOT_NULL],
    ['holder', { id }, UNIQUE],
    ['holder', { ...holder, document_type: `'PASSPORT'` }, NO_SUCH_WORD],
    ['holder', { ...holder, type: `'ROBOT'` }, NO_SUCH_WORD],
    ['holder', { ...holder, status: `'ASLEEP'` }, NO_SUCH_WORD],
    ['holder', { ...holder, registration_status: `'LOST'` }, NO_SUCH_WORD],
    ['holder', { ...holder, partner_id: `'NOBODY'` }, FOREIGN_KEY],
    ['payment_account', { id }, UNIQUE],
    ['payment_account', { ...account, number: `'888888'`, pocket_limit: '-1' }, CHECK],
    ['payment_account', { ...account, number: `'888888'`, type: `'SAVINGS'` }, NO_SUCH_WORD],
    ['payment_account', { ...account, number: `'888888'`, status: `'FROZEN'` }, NO_SUCH_WORD],
    ['payment_account', { ...account, number: `'888888'`, partner_id: `'NOBODY'` }, FOREIGN_KEY],
    ['payment_account', { ...account, number: `'888888'`, program_id: id }, FOREIGN_KEY],
    ['payment_account', { ...account, number: `'888888'`, holder_id: id }, FOREIGN_KEY],
    ['payment_account', { ...account, number: `'888888'`, bank_ispb: `'00000000'` }, FOREIGN_KEY],
    ['pocket', { id }, UNIQUE],
    ['pocket', { id, number: `'30000000BRL'`, currency: `'USD'` }, CHECK],
    ['pocket', { id, number: `'30000000USD'` }, CHECK],
    ['pocket', { id, number: `'30000000BRL'`, status: `'OPEN'` }, NO_SUCH_WORD],
    ['pocket', { id, number: `'30000000BRL'`, use_case: `'FUN'` }, NO_SUCH_WORD],
    ['pocket', { id, number: `'30000000BRL'`, user_document_type: `'RG'` }, NO_SUCH_WORD],
    ['pocket', { id, number: `'30000000BRL'`, account_id: id }, FOREIGN_KEY],
    ['pocket', { id, number: `'30000000BRL'`, user_birth_date: 'null' }, NOT_NULL],
    ['cash_in', { id }, UNIQUE],
    ['cash_in', { id, end_to_end_id: 'null' }, CHECK],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, rail: `'TED'` }, CHECK],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, rail: `'CASH'` }, NO_SUCH_WORD],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, amount: '0' }, CHECK],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, account_id: id }, FOREIGN_KEY],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, currency: 'null' }, NOT_NULL],
    ['idempotency_key', {}, UNIQUE],
    ['outbox', { ...outbox, id: 'id + 2000', name: `'POCKET_WAS_EATEN'` }, NO_SUCH_WORD],
    ['outbox', { ...outbox, id: 'id + 2000', context: `'KITCHEN'` }, NO_SUCH_WORD],
    ['event', { id }, UNIQUE],
    ['event', { ...event, id: 'id' }, UNIQUE],
    ['event', { ...event, log_position: 'log_position' }, UNIQUE],
    ['event', { ...event, position: 'position' }, UNIQUE],
    ['event', { ...event, position: '0' }, CHECK],
    ['event', { ...event, log_position: '0' }, CHECK],
    ['event', { ...event, name: `'POCKET_WAS_EATEN'` }, NO_SUCH_WORD],
    ['event', { ...event, context: `'KITCHEN'` }, NO_SUCH_WORD],
    ['event', { ...event, captured_at: `occurred_at - interval '1 ms'` }, CHECK],
    ['event', { ...event, epoch: '0' }, CHECK],
    ['partner_event_head', {}, UNIQUE],
    ['partner_event_head', { partner_id: `'NOVA_PAY'`, position: '-1' }, CHECK],
    ['event_capture', {}, UNIQUE],
    ['event_capture', { last_position: '3', next_position: '4' }, CHECK],
    ['event_capture', { last_position: '3', next_position: '0' }, CHECK],
    ['event_capture', { last_position: '3', events: '0' }, CHECK],
    ['webhook_configuration', { id }, UNIQUE],
    ['webhook_configuration', { uri: `'https://c'` }, UNIQUE],
    ['webhook_configuration', { id, uri: `'https://c'`, partner_id: `'NOBODY'` }, FOREIGN_KEY],
    ['webhook_configuration', { id, uri: `'https://c'`, context: `'KITCHEN'` }, NO_SUCH_WORD],
    ['webhook_configuration', { id, uri: `'https://c'`, event_name: `'POCKET_WAS_EATEN'` }, NO_SUCH_WORD],
    ['webhook_configuration', { id, uri: `'https://c'`, status: `'ASLEEP'` }, NO_SUCH_WORD],
    ['webhook_configuration', { id, uri: `'https://c'`, secret: 'null' }, NOT_NULL],
    ['webhook_breaker', {}, UNIQUE],
    ['webhook_breaker', other, FOREIGN_KEY],
    ['webhook_configuration_head', {}, UNIQUE],
    ['webhook_delivery', {}, UNIQUE],
    ['webhook_delivery', { ...other, elapsed_capture_us: '-1' }, CHECK],
    ['webhook_message', {}, UNIQUE],
    ['webhook_message', { ...message, elapsed_event_capture_us: '-1' }, CHECK],
    ['webhook_message', { ...message, elapsed_http_call_us: '-1' }, CHECK],
    ['webhook_message', { progress: `'LOST'` }, NO_SUCH_WORD],
    ['webhook_message', { event_name: `'POCKET_WAS_EATEN'` }, NO_SUCH_WORD],
    ['webhook_message', { context: `'KITCHEN'` }, NO_SUCH_WORD],
    ['webhook_message', { id: `'00000000-0000-7000-8000-000000000000'::uuid` }, NO_PARTITION],
    ['webhook_attempt', {}, UNIQUE],
    ['webhook_attempt', { nth: 'nth + 2', elapsed_http_call_us: '-1' }, CHECK],
    ['webhook_attempt', { at: `'2000-01-01'::timestamptz` }, NO_PARTITION],
    ['message_tally', {}, UNIQUE],
    ['message_tally', { ...other, messages: '-1' }, CHECK],
    ['message_tally', { ...other, progress: `'LOST'` }, NO_SUCH_WORD],
    ['message_tally', { ...other, event_name: `'POCKET_WAS_EATEN'` }, NO_SUCH_WORD],
    ['call_tally', {}, UNIQUE],
    ['call_tally', { ...other, calls: '-1' }, CHECK],
    ['webhook_reprocessing', {}, UNIQUE],
    ['webhook_reprocessing', { id, filter: 'null' }, CHECK],
    ['webhook_reprocessing', { id, range_end: '1' }, CHECK],
    ['event_head', {}, UNIQUE],
    ['event_head', { id: '2' }, CHECK],
    ['event_head', { epoch: '0' }, CHECK],
    ['installation', {}, UNIQUE],
    ['installation', { id: '2' }, CHECK],
  ])('refuses a %s with %j by %s', async (table, changes, state) => {
    await expect(insertCopy(own, table, changes)).rejects.toMatchObject({ code: state });
  });

  test.each(['partner', 'bank', 'account_program', 'holder', 'payment_account'])(
    'refuses to delete a %s that others reference',
    async (table) => {
      await expect(own.sql(`delete from ${table}`)).rejects.toMatchObject({ code: FOREIGN_KEY });
    },
  );
});
