import type { Client } from 'pg';
import { BENCH_CLIENT } from './token.ts';

/** Accounts whose pockets are read, and their pockets: slightly more than a page. */
export const PAGE_ACCOUNTS = 50;
const POCKETS_PER_PAGE_ACCOUNT = 60;
/** Accounts in which pockets are created: so many that no account's count grows much during a run. */
export const CREATION_ACCOUNTS = 1_000;

/** Returns the number of the nth account that gets a key; each has its own holder, so that each CPF is free. */
export function keyAccountNumber(nth: number): string {
  return String(1_000_000 + nth);
}

/** Returns the CPF of its holder: nine digits and the two check digits. */
export function keyHolderDocument(nth: number): string {
  const base = String(200_000_000 + nth);
  const withFirst = base + checkDigit(base);
  return withFirst + checkDigit(withFirst);
}

function checkDigit(digits: string): string {
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + (digits.length + 1 - index) * Number(digit),
    0,
  );
  return sum % 11 < 2 ? '0' : String(11 - (sum % 11));
}

/** Returns the number of the nth account whose pockets are read. */
export function pageAccountNumber(nth: number): string {
  return String(700_000 + nth);
}

/** Returns the number of the nth account in which pockets are created. */
export function creationAccountNumber(nth: number): string {
  return String(800_000 + nth);
}

const INSERT_ACCOUNTS = `
  insert into payment_account (id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status,
    pocket_limit, created_at)
  select gen_random_uuid(), holder.partner_id, program.id, holder.id, '99990001', '0001', number::text, 'PAYMENT',
    'ACTIVE', 1000000, now()
  from generate_series($2::int, $2::int + $3::int - 1) as number
  cross join (select id, partner_id from holder where partner_id = $1 order by document_value limit 1) as holder
  cross join (select id from account_program where partner_id = $1 limit 1) as program`;

const INSERT_KEY_HOLDERS = `
  insert into holder (id, partner_id, document_value, document_type, type, name, status, registration_status, created_at)
  select gen_random_uuid(), $1, document, 'CPF', 'CUSTOMER', 'Ana Exemplo', 'ACTIVE', 'APPROVED', now()
  from unnest($2::text[]) as document`;

const INSERT_KEY_ACCOUNTS = `
  insert into payment_account (id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status,
    pocket_limit, created_at)
  select gen_random_uuid(), holder.partner_id, program.id, holder.id, '99990001', '0001', person.number, 'PAYMENT',
    'ACTIVE', 0, now()
  from unnest($2::text[], $3::text[]) as person (document, number)
  join holder on holder.partner_id = $1 and holder.document_value = person.document
  cross join (select id from account_program where partner_id = $1 limit 1) as program`;

/** Keys of another institution: statements are planned as for a directory that is in use. */
const OTHER_KEYS = 100_000;
const INSERT_OTHER_KEYS = `
  insert into pix_entry (id, key_type, key_value, ispb, owner_document, created_at)
  select gen_random_uuid(), 'EVP', gen_random_uuid()::text, '99990002', '10020039972', now()
  from generate_series(1, $1::int)`;

const INSERT_POCKETS = `
  insert into pocket (id, partner_id, account_id, number, label, currency, status, reason, category, use_case,
    user_name, user_document_value, user_document_type, user_birth_date, created_at)
  select gen_random_uuid(), account.partner_id, account.id, account.number || lpad(($5::int + nth)::text, 10, '0') || 'BRL',
    'Pocket ' || nth, 'BRL', 'ACTIVE', 'HOLDER_REQUEST', 'POCKET', 'CORPORATE_EXPENSES', 'Ana Exemplo', '10020030169',
    'CPF', '1990-05-17', now() - nth * interval '1 minute'
  from payment_account as account cross join generate_series(1, $2::int) as nth
  where account.partner_id = $1 and account.number between $3 and $4`;

/** Keys of earlier creations, as there always are: for an empty table a peer's statement is planned to read it all. */
const OTHER_CREATIONS = 20_000;
const INSERT_OTHER_CREATIONS = `
  insert into idempotency_key (partner_id, mutation, key, fingerprint, result_id, expires_at)
  select $1, 'createPocket', gen_random_uuid(), 'another', gen_random_uuid(), now() + interval '1 day'
  from generate_series(1, $2::int)`;

/** The size of a world. */
export interface WorldSize {
  /** Partners, each with its own accounts and pockets. */
  readonly partnerIds: readonly string[];
  /** Factor for the usual number of accounts of each. */
  readonly times: number;
}

export const USUAL_SIZE: WorldSize = { partnerIds: [BENCH_CLIENT.partnerId], times: 1 };

/** Adds the accounts and pockets of the benchmark to the sandbox world. */
export async function populate(client: Client, { partnerIds, times }: WorldSize = USUAL_SIZE): Promise<void> {
  const accounts = PAGE_ACCOUNTS * times;
  const range = [pageAccountNumber(0), pageAccountNumber(accounts - 1)];
  for (const [nth, partnerId] of partnerIds.entries()) {
    await client.query(INSERT_ACCOUNTS, [partnerId, Number(pageAccountNumber(0)), accounts]);
    await client.query(INSERT_ACCOUNTS, [partnerId, Number(creationAccountNumber(0)), CREATION_ACCOUNTS * times]);
    // Pocket numbers are unique over all partners.
    const firstNumber = nth * POCKETS_PER_PAGE_ACCOUNT;
    await client.query(INSERT_OTHER_CREATIONS, [partnerId, OTHER_CREATIONS * times]);
    await client.query(INSERT_POCKETS, [partnerId, POCKETS_PER_PAGE_ACCOUNT, ...range, firstNumber]);
  }
  await client.query('vacuum analyze');
}

/** Adds accounts for keys, numbered from 0 and assigned to partners in turn, and fills the directory. */
export async function addKeyAccounts(
  client: Client,
  count: number,
  { partnerIds, times }: WorldSize = USUAL_SIZE,
): Promise<void> {
  await client.query(INSERT_OTHER_KEYS, [OTHER_KEYS * times]);
  const all = Array.from({ length: count }, (_, nth) => nth);
  for (const [turn, partnerId] of partnerIds.entries()) {
    const own = all.filter((nth) => nth % partnerIds.length === turn);
    const documents = own.map(keyHolderDocument);
    await client.query(INSERT_KEY_HOLDERS, [partnerId, documents]);
    await client.query('analyze holder');
    await client.query(INSERT_KEY_ACCOUNTS, [partnerId, documents, own.map(keyAccountNumber)]);
  }
  await client.query('vacuum analyze');
}

/** Counts the keys of a type that these accounts have. */
export async function countKeys(client: Client, type: 'CPF' | 'EVP'): Promise<{ made: number }> {
  const sql = `select count(*)::int as made from pix_entry join payment_account as account on account.id = account_id
    where key_type = $1 and account.partner_id = $2 and length(account.number) = length($3)`;
  const { rows } = await client.query<{ made: number }>(sql, [type, BENCH_CLIENT.partnerId, keyAccountNumber(0)]);
  return rows[0] ?? { made: 0 };
}

/** Counts the pockets that were created by requests, and those among them with exactly one event, numbered or not. */
export async function countCreations(client: Client): Promise<{ made: number; withOneEvent: number }> {
  const sql = `
    select count(*)::int as made, count(*) filter (where recorded.events = 1)::int as "withOneEvent"
    from pocket join payment_account as account on account.id = pocket.account_id
    left join (
      select subject_id, count(*) as events
      from (select subject_id from outbox union all select subject_id from event) as all_events group by subject_id
    ) as recorded on recorded.subject_id = pocket.id
    where account.partner_id = $1 and account.number between $2 and $3`;
  const range = [creationAccountNumber(0), creationAccountNumber(CREATION_ACCOUNTS - 1)];
  const { rows } = await client.query<{ made: number; withOneEvent: number }>(sql, [BENCH_CLIENT.partnerId, ...range]);
  return rows[0] ?? { made: 0, withOneEvent: 0 };
}
