import type { Client } from 'pg';
import { BENCH_CLIENT } from './token.ts';
import { USUAL_SIZE, type WorldSize } from './world.ts';

/** Persons with approved documents: each registers once, so this bounds a run. */
const PERSONS = 300_000;
const PERSONS_PER_INSERT = 20_000;
/** CPFs of the benchmark begin with the same digit, which those of the sandbox do not. */
const FIRST_CPF_BASE = 300_000_000;

/** Returns the CPF of the nth person. */
export function cpfOf(nth: number): string {
  if (nth >= PERSONS) throw new Error(`The benchmark has ${PERSONS} persons: measure for a shorter time.`);
  return withCheckDigit(withCheckDigit(String(FIRST_CPF_BASE + nth)));
}

function withCheckDigit(digits: string): string {
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
    0,
  );
  const remainder = sum % 11;
  return digits + (remainder < 2 ? '0' : String(11 - remainder));
}

const ROLES = { selfie: 1, idCardFront: 2, idCardBack: 3 } as const;

/** Returns the tokens of the nth person's documents. */
export function documentationOf(nth: number): Readonly<Record<keyof typeof ROLES, string>> {
  const token = (role: number) => `00000000-0000-4000-800${role}-${String(nth).padStart(12, '0')}`;
  return { selfie: token(ROLES.selfie), idCardFront: token(ROLES.idCardFront), idCardBack: token(ROLES.idCardBack) };
}

const INSERT_DOCUMENTS = `
  insert into document_analysis (token, partner_id, document_number, document_type, document_side, status,
    picture_digest, picture_bytes, picture_type, picture_is_readable, submitted_at, decided_at)
  select ('00000000-0000-4000-800' || role.number || '-' || lpad((person.nth - 1 + $3)::text, 12, '0'))::uuid,
    ($1::text[])[1 + (person.nth - 1 + $3) % cardinality($1::text[])],
    person.cpf, role.type::identity_document_type, role.side::document_side, 'APPROVED', 'digest', 1, 'image/png', true, now(), now()
  from unnest($2::text[]) with ordinality as person (cpf, nth)
  cross join (values (1, 'SELFIE', null), (2, 'RG', 'FRONT'), (3, 'RG', 'BACK')) as role (number, type, side)`;

/** Earlier customers, as there always are: on a table of one page, every statement is planned to read all of it. */
const OTHER_CUSTOMERS = 20_000;
const INSERT_OTHER_CUSTOMERS = `
  with added as (
    insert into customer (id, partner_id, document_number, status, registration_id, created_at)
    select gen_random_uuid(), $1, '4' || lpad(nth::text, 10, '0'), 'APPROVED', gen_random_uuid(), now()
    from generate_series(1, $2::int) as nth
    returning partner_id, document_number, registration_id
  )
  insert into customer_registration (id, partner_id, document_number, status, reasons, correlation_id, received_at,
    decided_at)
  select registration_id, partner_id, document_number, 'APPROVED', '{}', gen_random_uuid(), now(), now() from added`;

/** Adds documents of persons, to partners in turn. Disables webhooks of customers: deliveries are measured apart. */
export async function addPersons(
  client: Client,
  persons = PERSONS,
  { partnerIds }: Pick<WorldSize, 'partnerIds'> = USUAL_SIZE,
): Promise<void> {
  await client.query(`update webhook_configuration set status = 'DISABLED' where context = 'CUSTOMER'`);
  for (let first = 0; first < persons; first += PERSONS_PER_INSERT) {
    const length = Math.min(PERSONS_PER_INSERT, persons - first);
    const cpfs = Array.from({ length }, (_, nth) => cpfOf(first + nth));
    await client.query(INSERT_DOCUMENTS, [partnerIds, cpfs, first]);
  }
  for (const partnerId of partnerIds) await client.query(INSERT_OTHER_CUSTOMERS, [partnerId, OTHER_CUSTOMERS]);
  await client.query('vacuum analyze document_analysis, customer, customer_registration');
}

/** Counts the persons who were registered by requests, and the registrations among these with exactly one event. */
export async function countRegistrations(client: Client): Promise<{ made: number; withOneEvent: number }> {
  const sql = `
    select count(*)::int as made, count(*) filter (where recorded.events = 1)::int as "withOneEvent"
    from customer_registration as registration
    left join (
      select subject_id, count(*) as events
      from (
        select subject_id, name from outbox union all select subject_id, name from event
      ) as all_events where name = 'CUSTOMER_WAS_RECEIVED' group by subject_id
    ) as recorded on recorded.subject_id = registration.id
    where registration.partner_id = $1 and registration.document_number like '3%'`;
  const { rows } = await client.query<{ made: number; withOneEvent: number }>(sql, [BENCH_CLIENT.partnerId]);
  return rows[0] ?? { made: 0, withOneEvent: 0 };
}
