/** Runs SQL of a test. */
export type RunSql = <Row extends object>(text: string) => Promise<Row[]>;

/** Instants of rows by number: some share one. */
const AT = `'2026-10-01T00:00:00Z'::timestamptz + nth / 3 * interval '1 minute' + nth % 2 * interval '1 ms'`;

/**
 * Inserts rows of all tables that lists show, so many for a partner. Values repeat: documents, contacts, statuses. Those
 * of several partners are the same, where they may be.
 */
export async function insertListedRows(sql: RunSql, partnerId: string, count: number): Promise<void> {
  const rows = `from generate_series(1, ${count}) as nth`;
  const document = `'8' || lpad((nth % 20)::text, 10, '0')`;
  await sql(`insert into holder (id, partner_id, document_value, document_type, type, name, status, registration_status, created_at)
    select gen_random_uuid(), '${partnerId}', '8' || lpad(nth::text, 10, '0'), 'CPF', 'CUSTOMER', 'Maria', 'ACTIVE', 'APPROVED', ${AT} ${rows}`);
  await sql(`insert into payment_account
      (id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status, pocket_limit, created_at)
    select gen_random_uuid(), '${partnerId}', (select id from account_program where partner_id = '${partnerId}' limit 1),
      (select id from holder where partner_id = '${partnerId}' and document_value = '8' || lpad(greatest(1, nth % 20)::text, 10, '0')),
      '99990001', lpad(ascii('${partnerId}')::text, 4, '0'), '7' || lpad(nth::text, 7, '0'), (array['PAYMENT', 'CHECKING'])[1 + nth % 2]::account_type,
      (array['ACTIVE', 'BLOCKED', 'CLOSED'])[1 + nth % 3]::account_status, 3, ${AT} ${rows}`);
  const account = `(select id from payment_account where partner_id = '${partnerId}' and number = '7' || lpad(greatest(1, nth % 5)::text, 7, '0'))`;
  await sql(`insert into pocket (id, partner_id, account_id, number, label, currency, status, reason, category, use_case,
      user_name, user_document_value, user_document_type, user_birth_date, created_at)
    select gen_random_uuid(), '${partnerId}', ${account}, '7' || nth || 'BRL', 'Travel', 'BRL',
      (array['ACTIVE', 'DORMANT', 'LOCKED', 'CLOSED'])[1 + nth % 4]::pocket_status, 'HOLDER_REQUEST', 'POCKET',
      (array['CORPORATE_EXPENSES', 'FLEXIBLE_BENEFITS'])[1 + nth % 2]::pocket_use_case, 'Maria', ${document}, 'CPF',
      '1990-01-31', ${AT} ${rows}`);
  await sql(`insert into cash_in (id, partner_id, account_id, rail, amount, currency, end_to_end_id, created_at)
    select gen_random_uuid(), '${partnerId}', ${account}, (array['PIX', 'TED'])[1 + nth % 2]::cash_in_rail, 1, 'BRL',
      case when nth % 2 = 0 then 'E' || md5('${partnerId}' || nth) end, ${AT} ${rows}`);
  await sql(`insert into pix_entry (id, key_type, key_value, ispb, owner_document, partner_id, account_id, created_at)
    select gen_random_uuid(), (array['EVP', 'EMAIL', 'PHONE'])[1 + nth % 3]::addressing_key_type,
      '${partnerId}' || nth, '99990001', ${document}, '${partnerId}', ${account}, ${AT} ${rows}`);
  await sql(`insert into customer_registration
      (id, partner_id, document_number, status, reasons, correlation_id, received_at, decided_at)
    select md5('${partnerId}' || nth)::uuid, '${partnerId}', '8' || lpad((nth - nth % 4)::text, 10, '0'),
      (array['APPROVED', 'REPROVED'])[1 + nth % 2]::customer_status, '{}', gen_random_uuid(), ${AT}, ${AT} ${rows}`);
  await sql(`insert into customer_record (registration_id, partner_id, register_name, birth_date, phone_country_code,
      phone_number, phone_e164, email, zip_code, address_line, building_number, neighborhood, city, state, country,
      income_value, income_currency, occupation, pep_level, mother_name)
    select md5('${partnerId}' || nth)::uuid, '${partnerId}', 'Maria', '1990-01-31', '55', '1198765' || lpad((nth % 30)::text, 4, '0'),
      '+551198765' || lpad((nth % 30)::text, 4, '0'), 'person' || nth % 25 || '@example.com', '01310100', 'Rua', '1', 'Bela Vista',
      'Recife', 'PE', 'BR', 1, 'BRL', 'OCP0001', 'NONE', 'Ana' ${rows}`);
  await sql(`insert into customer (id, partner_id, document_number, status, registration_id, created_at)
    select gen_random_uuid(), '${partnerId}', '8' || lpad(nth::text, 10, '0'),
      (array['APPROVED', 'REPROVED', 'BLOCKED'])[1 + nth % 3]::customer_status, md5('${partnerId}' || nth)::uuid, ${AT}
    from generate_series(4, ${count}, 4) as nth`);
}
