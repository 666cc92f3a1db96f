import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OwnDatabase } from '../../support/opened-database.ts';
import { forgetThePast } from '../../support/world.ts';

const NOT_NULL = '23502';
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';
const CHECK = '23514';

let own: OwnDatabase;

/** The sandbox world without a past, and with a row in every table, for others to be copied from. */
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
  await own.sql(`insert into event (position, id, partner_id, name, context, entity_id, subject_id, idempotency_key,
    correlation_id, occurred_at, captured_at, body) values (1, gen_random_uuid(), ${event}, now(), '{}')`);
});
afterAll(() => own.close());

/** Inserts a copy of some row of a table, with other expressions for some of its columns. */
async function insertCopy(table: string, changes: Readonly<Record<string, string>>): Promise<void> {
  const columns = await own.sql<{ name: string }>(
    'select column_name as "name" from information_schema.columns where table_name = ? and table_schema = current_schema()',
    [table],
  );
  const names = columns.map(({ name }) => `"${name}"`);
  const values = columns.map(({ name }) => changes[name] ?? `"${name}"`);
  await own.sql(`insert into "${table}" (${names.join(', ')}) select ${values.join(', ')} from "${table}" limit 1`);
}

const id = 'gen_random_uuid()';
const partner = { id: `'NEW'`, company_key: `'NEW'` };
const holder = { id, document_value: `'10020039999'` };
const account = { id, number: `'999999'` };
const pocket = { id, number: `'20000000BRL'` };
const cashIn = { id, end_to_end_id: `'E2'` };
const outbox = { id: 'id + 1000' };
const event = { id, position: 'position + 1000' };

describe('storage', () => {
  test.each([
    ['partner', partner],
    ['holder', holder],
    ['payment_account', account],
    ['pocket', pocket],
    ['cash_in', cashIn],
    ['idempotency_key', { key: id }],
    ['outbox', outbox],
    ['event', event],
  ])('takes a further %s', async (table, changes) => {
    await expect(insertCopy(table, changes)).resolves.toBeUndefined();
  });

  test.each<[string, Record<string, string>, string]>([
    ['partner', { ...partner, id: 'id', company_key: `'OTHER'` }, UNIQUE],
    ['partner', { ...partner, id: `'OTHER'`, company_key: 'company_key' }, UNIQUE],
    ['partner', { id: `'OTHER'`, company_key: `'OTHER'`, name: 'null' }, NOT_NULL],
    ['bank', {}, UNIQUE],
    ['account_program', { id, partner_id: `'NOBODY'` }, FOREIGN_KEY],
    ['account_program', { id, pockets_configured: 'null' }, NOT_NULL],
    ['holder', { id }, UNIQUE],
    ['holder', { ...holder, document_type: `'PASSPORT'` }, CHECK],
    ['holder', { ...holder, type: `'ROBOT'` }, CHECK],
    ['holder', { ...holder, status: `'ASLEEP'` }, CHECK],
    ['holder', { ...holder, registration_status: `'LOST'` }, CHECK],
    ['holder', { ...holder, partner_id: `'NOBODY'` }, FOREIGN_KEY],
    ['payment_account', { id }, UNIQUE],
    ['payment_account', { ...account, number: `'888888'`, pocket_limit: '-1' }, CHECK],
    ['payment_account', { ...account, number: `'888888'`, type: `'SAVINGS'` }, CHECK],
    ['payment_account', { ...account, number: `'888888'`, status: `'FROZEN'` }, CHECK],
    ['payment_account', { ...account, number: `'888888'`, partner_id: `'NOBODY'` }, FOREIGN_KEY],
    ['payment_account', { ...account, number: `'888888'`, program_id: id }, FOREIGN_KEY],
    ['payment_account', { ...account, number: `'888888'`, holder_id: id }, FOREIGN_KEY],
    ['payment_account', { ...account, number: `'888888'`, bank_ispb: `'00000000'` }, FOREIGN_KEY],
    ['pocket', { id }, UNIQUE],
    ['pocket', { id, number: `'30000000BRL'`, currency: `'USD'` }, CHECK],
    ['pocket', { id, number: `'30000000USD'` }, CHECK],
    ['pocket', { id, number: `'30000000BRL'`, status: `'OPEN'` }, CHECK],
    ['pocket', { id, number: `'30000000BRL'`, use_case: `'FUN'` }, CHECK],
    ['pocket', { id, number: `'30000000BRL'`, user_document_type: `'RG'` }, CHECK],
    ['pocket', { id, number: `'30000000BRL'`, account_id: id }, FOREIGN_KEY],
    ['pocket', { id, number: `'30000000BRL'`, user_birth_date: 'null' }, NOT_NULL],
    ['cash_in', { id }, UNIQUE],
    ['cash_in', { id, end_to_end_id: 'null' }, CHECK],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, rail: `'TED'` }, CHECK],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, rail: `'CASH'` }, CHECK],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, amount: '0' }, CHECK],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, account_id: id }, FOREIGN_KEY],
    ['cash_in', { ...cashIn, end_to_end_id: `'E3'`, currency: 'null' }, NOT_NULL],
    ['idempotency_key', {}, UNIQUE],
    ['outbox', { ...outbox, id: 'id + 2000', name: `'POCKET_WAS_EATEN'` }, CHECK],
    ['outbox', { ...outbox, id: 'id + 2000', context: `'KITCHEN'` }, CHECK],
    ['event', { id }, UNIQUE],
    ['event', { position: 'position + 2000' }, UNIQUE],
    ['event', { id, position: '0' }, CHECK],
    ['event', { id, position: 'position + 2000', name: `'POCKET_WAS_EATEN'` }, CHECK],
    ['event', { id, position: 'position + 2000', context: `'KITCHEN'` }, CHECK],
    ['event_head', {}, UNIQUE],
    ['event_head', { id: '2' }, CHECK],
    ['installation', {}, UNIQUE],
    ['installation', { id: '2' }, CHECK],
  ])('refuses a %s with %j by %s', async (table, changes, state) => {
    await expect(insertCopy(table, changes)).rejects.toMatchObject({ code: state });
  });

  test.each(['partner', 'bank', 'account_program', 'holder', 'payment_account'])(
    'refuses to lose a %s that others stand on',
    async (table) => {
      await expect(own.sql(`delete from ${table}`)).rejects.toMatchObject({ code: FOREIGN_KEY });
    },
  );
});
