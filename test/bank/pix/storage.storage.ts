import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { insertCopy } from '../../support/insert-copy.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { CHECK, FOREIGN_KEY, NO_SUCH_WORD, NOT_NULL, UNIQUE } from '../../support/sql-states.ts';

let own: OwnDatabase;

/** The world has keys from the start; this adds a hash and a challenge, to be copied. */
beforeAll(async () => {
  own = await OwnDatabase.open();
  const proof = `gen_random_uuid(), 'd', 'ACME_PAY', '10020030169', 'EMAIL', 'ana@example.com'`;
  await own.sql(`insert into transactional_hash values (${proof}, now())`);
  await own.sql(`insert into totp_challenge values (${proof}, 's', 0, now(), now())`);
});
afterAll(() => own.close());

const id = 'gen_random_uuid()';
const entry = { id, key_value: id };
const ofAnotherPlayer = { partner_id: 'null', account_id: 'null' };

describe('storage', () => {
  test.each([
    ['pix_entry', { ...entry, key_type: `'EVP'` }],
    ['pix_entry', { ...entry, ...ofAnotherPlayer }],
    ['pix_entry', { id, key_type: `case key_type when 'EVP' then 'CPF'::addressing_key_type else 'EVP' end` }],
    ['transactional_hash', { id }],
    ['totp_challenge', { id }],
  ])('accepts another %s with %j', async (table, changes) => {
    await expect(insertCopy(own, table, changes)).resolves.toBeUndefined();
  });

  test.each([
    ['pix_entry', { id }, UNIQUE],
    ['pix_entry', { id, ...ofAnotherPlayer }, UNIQUE],
    ['pix_entry', { ...entry, key_type: `'IBAN'` }, NO_SUCH_WORD],
    ['pix_entry', { ...entry, partner_id: 'null', account_id: id }, CHECK],
    ['pix_entry', { ...entry, partner_id: `'ACME_PAY'`, account_id: id }, FOREIGN_KEY],
    ['pix_entry', { ...entry, owner_document: 'null' }, NOT_NULL],
    ['transactional_hash', {}, UNIQUE],
    ['transactional_hash', { id, key_type: `'IBAN'` }, NO_SUCH_WORD],
    ['totp_challenge', {}, UNIQUE],
    ['totp_challenge', { id, key_type: `'IBAN'` }, NO_SUCH_WORD],
  ])('refuses a %s with %j by %s', async (table, changes, state) => {
    await expect(insertCopy(own, table, changes)).rejects.toMatchObject({ code: state });
  });
});
