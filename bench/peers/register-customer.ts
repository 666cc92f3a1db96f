import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { CUSTOMER_WAS_RECEIVED, registrationEvent } from '../../src/bank/registrations/registration.events.ts';
import { declareEvents } from '../../src/kernel/event-definition.ts';
import { eventLog } from '../../src/events/log/event-log.ts';
import type { Sql } from '../../src/platform/database/database.ts';
import type { NewRegistration } from '../../src/bank/registrations/new-registration.value.ts';
import { CLAIM_CONTACTS, insertRegistration } from '../../src/bank/registrations/register-customer.rows.ts';
import { systemRandom } from '../../src/platform/system.ts';
import type { Principal } from './auth.ts';
import type { Refusal } from './create-pocket.ts';
import * as sql from './sql.ts';
import { statementLike, valuesInOrder } from '../../src/platform/statements/statement.ts';

// The storage has an enum of the declared events.
declareEvents([CUSTOMER_WAS_RECEIVED]);

/** The input of a registration. */
export type RegisterCustomerInput = Omit<NewRegistration, 'pepLevel'> & { readonly pep: { readonly level: 'NONE' } };

export interface ShownRegistration {
  readonly id: string;
  readonly documentNumber: string;
  readonly status: string;
  readonly receivedAt: string;
  readonly decidedAt: string | null;
  readonly reasons: readonly string[];
}

const CLAIM_CUSTOMER = statementLike(
  {},
  {
    name: 'bench_claim_customer',
    text: `insert into customer (id, partner_id, document_number, status, registration_id, pending_registration_id, created_at)
   values ($1, $2, $3, 'PENDING_APPROVAL', $4, $4, $5)
   on conflict (partner_id, document_number) do update set pending_registration_id = excluded.pending_registration_id
     where customer.pending_registration_id is null
   returning id`,
  },
);

const FIND_APPROVED_PICTURES = statementLike(
  {},
  {
    name: 'bench_find_approved_pictures',
    text: `select token from document_analysis
   where partner_id = $1 and document_number = $2 and token = any ($3::uuid[]) and status = 'APPROVED'`,
  },
);

const DOCUMENTS = 3;

/**
 * Does registerCustomer as a lean implementation would: a statement for each step, in its own round trip.
 * To its advantage it checks only the age and the first letters of the occupation.
 */
export async function registerCustomer(
  pool: Pool,
  principal: Principal,
  input: RegisterCustomerInput,
): Promise<ShownRegistration | Refusal> {
  if (Number(input.birthDate.slice(0, 4)) > new Date().getFullYear() - 18) return refusal('INVALID_PARAMETER', 400);
  return sql.inTransaction(pool, (client) => registerInTransaction(client, principal, input));
}

async function registerInTransaction(client: PoolClient, principal: Principal, input: RegisterCustomerInput) {
  const { partnerId, companyKey } = principal;
  const { documentNumber, phone, documentation } = input;
  const on: Sql = { run: (statement, values) => sql.run<never>(client, statement, valuesInOrder(statement, values)) };
  const now = new Date();
  const [id, receivedAt] = [systemRandom.timeOrderedUuid(now), now.toISOString()];
  const e164 = `+${phone.countryCode}${phone.number}`;
  const claim = [systemRandom.timeOrderedUuid(now), partnerId, documentNumber, id, receivedAt];
  if ((await on.run(CLAIM_CUSTOMER, claim)).length === 0) return refusal('CUSTOMER_AWAIT_EVALUATION', 409);
  const own = await on.run(CLAIM_CONTACTS, [partnerId, documentNumber, e164, input.email]);
  if (own.length < 2) return refusal(own[0]?.kind === 'PHONE' ? 'EMAIL_ALREADY_IN_USE' : 'PHONE_ALREADY_IN_USE', 422);
  if (!input.occupation.startsWith('OCP')) return refusal('INVALID_OCCUPATION', 422);
  const tokens = Object.values<string>(documentation);
  const approved = await on.run(FIND_APPROVED_PICTURES, [partnerId, documentNumber, tokens]);
  if (approved.length < DOCUMENTS) return refusal('DOCUMENT_ANALYSIS_NOT_APPROVED', 422);
  const requester = { partnerId, companyKey, correlationId: randomUUID() };
  const wanted = { ...input, phone: { ...phone, e164 }, pepLevel: input.pep.level };
  await insertRegistration(on, { ...requester, id, receivedAt, dueAt: receivedAt }, wanted);
  const status = 'PENDING_APPROVAL';
  const event = registrationEvent({ registrationId: id, documentNumber, status, requester, at: now }, systemRandom);
  await eventLog(() => undefined).record(on, event);
  return { id, documentNumber, status, receivedAt, decidedAt: null, reasons: [] };
}

/** Messages of the refusals that the probes cause; the same as the catalogue's, since answers are compared. */
const MESSAGES: Readonly<Record<string, string>> = {
  CUSTOMER_AWAIT_EVALUATION: 'Customer await evaluation.',
  DOCUMENT_ANALYSIS_NOT_APPROVED: 'Document analysis is not approved.',
};

function refusal(code: string, status: number): Refusal {
  return { code, status, message: MESSAGES[code] ?? code };
}
