import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { insertCopy } from '../../support/insert-copy.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { CHECK, FOREIGN_KEY, NO_SUCH_WORD, NOT_NULL, UNIQUE } from '../../support/sql-states.ts';

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await own.sql(`insert into document_analysis (token, partner_id, document_number, document_type, status, picture_digest,
      picture_bytes, picture_type, picture_is_readable, submitted_at)
    values (gen_random_uuid(), 'ACME_PAY', '10020030240', 'SELFIE', 'ANALYZING', 'd', 1, 'image/png', true, now())`);
});
afterAll(() => own.close());

const id = 'gen_random_uuid()';
const customer = { id, document_number: `'10020039999'`, pending_registration_id: id };

describe('storage', () => {
  test.each<[string, Record<string, string>]>([
    ['customer', customer],
    ['customer_registration', { id }],
    ['customer_contact', { value: `'x@example.com'` }],
    ['document_analysis', { token: id }],
  ])('accepts another %s', async (table, changes) => {
    await expect(insertCopy(own, table, changes)).resolves.toBeUndefined();
  });

  test.each<[string, Record<string, string>, string]>([
    ['customer', { id, pending_registration_id: id }, UNIQUE],
    ['customer', { ...customer, document_number: `'1'`, status: `'LOST'` }, NO_SUCH_WORD],
    [
      'customer',
      { ...customer, document_number: `'1'`, status: `'PENDING_APPROVAL'`, pending_registration_id: 'null' },
      CHECK,
    ],
    ['customer_registration', {}, UNIQUE],
    ['customer_registration', { id, status: `'LOST'` }, NO_SUCH_WORD],
    ['customer_registration', { id, status: `'PENDING_APPROVAL'`, decided_at: 'now()' }, CHECK],
    ['customer_registration', { id, status: `'APPROVED'`, decided_at: 'null' }, CHECK],
    ['customer_record', {}, UNIQUE],
    ['customer_record', { registration_id: id }, FOREIGN_KEY],
    ['customer_record', { income_value: '-0.01' }, CHECK],
    ['customer_record', { pep_level: `'SOME'` }, NO_SUCH_WORD],
    ['customer_record', { declared_income: `'SOME'` }, NO_SUCH_WORD],
    ['customer_record', { mother_name: 'null' }, NOT_NULL],
    ['customer_contact', {}, UNIQUE],
    ['customer_contact', { kind: `'FAX'` }, NO_SUCH_WORD],
    ['customer_contact', { value: `'y@example.com'`, customer_id: id }, FOREIGN_KEY],
    ['document_analysis', {}, UNIQUE],
    ['document_analysis', { token: id, document_type: `'RG'` }, CHECK],
    ['document_analysis', { token: id, document_side: `'FRONT'` }, CHECK],
    ['document_analysis', { token: id, document_type: `'RG'`, document_side: `'TOP'` }, NO_SUCH_WORD],
    ['document_analysis', { token: id, status: `'APPROVED'` }, CHECK],
    ['document_analysis', { token: id, picture_type: `'image/gif'` }, NO_SUCH_WORD],
  ])('refuses a %s with %j by %s', async (table, changes, state) => {
    await expect(insertCopy(own, table, changes)).rejects.toMatchObject({ code: state });
  });

  test.each(['customer', 'customer_registration'])('refuses to delete a %s that others reference', async (table) => {
    await expect(own.sql(`delete from ${table}`)).rejects.toMatchObject({ code: FOREIGN_KEY });
  });
});
