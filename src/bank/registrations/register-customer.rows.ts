import type { Sql } from '../../platform/database/database.ts';
import type { Composition } from '../../platform/statements/composition.ts';
import { statement, type NamedValues } from '../../platform/statements/statement.ts';
import type { NewRegistration } from './new-registration.value.ts';
import { columnsExcept, compiled, type Inserted, insertOf, valuesOf } from '../../platform/statements/compiled.ts';
import { CustomerRecord } from '../customers/customer-record.entity.ts';
import { CustomerRegistration } from '../customers/customer-registration.entity.ts';

const IS_NOT_IN_FORCE = `customer.status in ('REPROVED', 'PENDING_APPROVAL', 'CANCELED')`;

/**
 * Creates the customer of `source`, or reuses the existing one for another registration, if `condition` allows it. A
 * record in force stays; others are replaced. A registration that was pending has been decided before this one was sent.
 */
export const claimCustomer = (source: string, condition: string) =>
  `insert into customer (id, partner_id, document_number, status, registration_id, pending_registration_id, created_at)
   ${source}
   on conflict (partner_id, document_number) do update set
     pending_registration_id = excluded.pending_registration_id,
     registration_id = case when ${IS_NOT_IN_FORCE} then excluded.registration_id else customer.registration_id end,
     status = case when ${IS_NOT_IN_FORCE} then excluded.status else customer.status end,
     updated_at = case when ${IS_NOT_IN_FORCE} then excluded.created_at else customer.updated_at end,
     provider_decided_at = case when customer.pending_registration_id is null then customer.provider_decided_at
       else greatest(customer.provider_decided_at, excluded.created_at) end
   ${condition}
   returning id, partner_id`;

/** No other registration of the customer is pending. */
export const IS_NOT_PENDING = 'where customer.pending_registration_id is null';

/**
 * Ends the analyses of a customer's registrations that were replaced, once the new one is stored: what the provider shows
 * is about the latest.
 */
export const END_REPLACED_ANALYSES = statement(
  'end_replaced_analyses',
  `update customer_registration as registration set due_at = null
   from customer
   where customer.partner_id = $1 and customer.document_number = $2
     and registration.partner_id = customer.partner_id and registration.document_number = customer.document_number
     and registration.status = 'PENDING_APPROVAL' and registration.due_at is not null
     and registration.id is distinct from customer.pending_registration_id`,
  { writes: 'batch' },
);

/**
 * Claims the contacts that are free or already this customer's, and returns their kinds. Waits for another customer's
 * uncommitted claim. All claim in the same order, so that two registrations never deadlock.
 */
const claimContacts = (phone: string, email: string, customer: string) =>
  `insert into customer_contact as held (partner_id, kind, value, customer_id)
   select customer.partner_id, contact.kind, contact.value, customer.id
   from (values (1, 'PHONE'::contact_kind, ${phone}::text), (2, 'EMAIL', ${email}::text)) as contact (nth, kind, value)
   cross join ${customer}
   order by contact.nth
   on conflict (partner_id, kind, value) do update set customer_id = excluded.customer_id
     where held.customer_id = excluded.customer_id
   returning kind`;

/** A contact belongs to one customer of the partner: the unique key decides races, for which a second claim waits. */
export const CLAIM_CONTACTS = statement(
  'claim_contacts',
  claimContacts('$3', '$4', 'customer where customer.partner_id = $1 and customer.document_number = $2'),
  { writes: 'lock' },
);

export const REGISTERED = [
  'id',
  'partnerId',
  'documentNumber',
  'status',
  'reasons',
  'correlationId',
  'receivedAt',
  'dueAt',
] as const;
export const STATED = columnsExcept(CustomerRecord);

/** Sent with the statements before it in one round trip: a flush of the EntityManager is one of its own. */
const INSERT_REGISTRATION = compiled(
  'insert_registration',
  { entities: [CustomerRegistration], parameters: valuesOf(CustomerRegistration, REGISTERED), writes: 'figure' },
  (_, values) => insertOf(CustomerRegistration, values),
);
/** As the registration. */
const INSERT_RECORD = compiled(
  'insert_record',
  { entities: [CustomerRecord], parameters: valuesOf(CustomerRecord, STATED), writes: 'figure' },
  (_, values) => insertOf(CustomerRecord, values),
);

/** An accepted registration. */
export interface TakenRegistration {
  readonly id: string;
  readonly partnerId: string;
  readonly correlationId: string;
  readonly receivedAt: string;
  /** When its analysis is due. */
  readonly dueAt: string;
}

/** What a person stated; tokens are null if it was read from the provider. */
interface RecordedInRegistration extends Omit<NewRegistration, 'documentation'> {
  readonly documentation: Readonly<Record<keyof NewRegistration['documentation'], string | null>>;
}

/** The column values of a registration and its record. */
export function registrationValues(registration: TakenRegistration, wanted: RecordedInRegistration) {
  const { phone, address, assertedIncome, documentation, ...rest } = wanted;
  return {
    ...rest,
    ...address,
    ...registration,
    status: 'PENDING_APPROVAL' as const,
    reasons: [],
    registrationId: registration.id,
    phoneCountryCode: phone.countryCode,
    phoneNumber: phone.number,
    phoneE164: phone.e164,
    incomeValue: assertedIncome.value,
    incomeCurrency: assertedIncome.currency,
    selfieToken: documentation.selfie,
    idCardFrontToken: documentation.idCardFront,
    idCardBackToken: documentation.idCardBack,
  };
}

export async function insertRegistration(
  sql: Sql,
  registration: TakenRegistration,
  wanted: RecordedInRegistration,
): Promise<void> {
  const values = registrationValues(registration, wanted);
  await Promise.all([sql.run(INSERT_REGISTRATION, values), sql.run(INSERT_RECORD, values)]);
}

/** The values to store an accepted registration with, besides its key and its audit entry. */
export type AcceptedRegistration = Inserted<typeof CustomerRegistration, (typeof REGISTERED)[number]> &
  Inserted<typeof CustomerRecord, (typeof STATED)[number]> & {
    readonly event: NamedValues;
    readonly customerId: string;
  };

/**
 * Returns queries of a larger statement that take customer and contacts for the registration in `claimed`:
 * `customer_taken` and `contacts`. A customer with a registration that is pending is not taken.
 */
export function customerQueries(composition: Composition) {
  const parameter = (name: keyof AcceptedRegistration) => composition.parameter(name);
  const [partnerId, documentNumber, id] = [parameter('partnerId'), parameter('documentNumber'), parameter('id')];
  const claimed = `select ${parameter('customerId')}, ${partnerId}, ${documentNumber}, 'PENDING_APPROVAL',
     ${id}, ${id}, ${parameter('receivedAt')} from claimed`;
  return {
    customer_taken: claimCustomer(claimed, IS_NOT_PENDING),
    contacts: claimContacts(parameter('phoneE164'), parameter('email'), 'customer_taken as customer'),
  };
}
