import type { ContactKind } from '../customers/customer-record.enum.ts';
import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { NewRegistration } from './new-registration.value.ts';

/**
 * Makes the customer, or takes the one that is there for a further registration; nothing while one is under analysis.
 * The row stays locked to the end: of two registrations of one person the second waits, and finds the first pending. A
 * record in force stays; one that was reproved makes way for the new one.
 */
export const CLAIM_CUSTOMER = statement(
  'claim_customer',
  `insert into customer (id, partner_id, document_number, status, registration_id, pending_registration_id, created_at)
   values ($1, $2, $3, 'PENDING_APPROVAL', $4, $4, $5)
   on conflict (partner_id, document_number) do update set
     pending_registration_id = excluded.pending_registration_id,
     registration_id = case when customer.status = 'REPROVED' then excluded.registration_id
       else customer.registration_id end,
     status = case when customer.status = 'REPROVED' then excluded.status else customer.status end,
     updated_at = case when customer.status = 'REPROVED' then excluded.created_at else customer.updated_at end
     where customer.pending_registration_id is null
   returning 1 as "claimed"`,
);

/**
 * Takes the contacts that are free or this customer's already, and gives those back. Another's that is not committed
 * yet is waited for. In one order for all, so that two registrations never deadlock.
 */
export const CLAIM_CONTACTS = statement<{ kind: ContactKind }>(
  'claim_contacts',
  `insert into customer_contact as held (partner_id, kind, value, customer_id)
   select customer.partner_id, contact.kind, contact.value, customer.id
   from customer cross join (values (1, 'PHONE'::contact_kind, $3::text), (2, 'EMAIL', $4::text)) as contact (nth, kind, value)
   where customer.partner_id = $1 and customer.document_number = $2
   order by contact.nth
   on conflict (partner_id, kind, value) do update set customer_id = excluded.customer_id
     where held.customer_id = excluded.customer_id
   returning kind`,
);

const INSERT_REGISTRATION = statement(
  'insert_registration',
  `insert into customer_registration (id, partner_id, document_number, status, reasons, correlation_id, received_at,
     due_at)
   values ($1, $2, $3, 'PENDING_APPROVAL', '{}', $4, $5, $6)`,
);

const INSERT_RECORD = statement(
  'insert_record',
  `insert into customer_record (registration_id, register_name, social_name, birth_date, phone_country_code,
     phone_number, phone_e164, email, zip_code, address_line, building_number, complement, neighborhood, city, state,
     country, declared_income, income_value, income_currency, occupation, pep_level, mother_name, selfie_token,
     id_card_front_token, id_card_back_token)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
     $24, $25)`,
);

/** A registration that is taken in. */
export interface TakenRegistration {
  readonly id: string;
  readonly partnerId: string;
  readonly correlationId: string;
  readonly receivedAt: string;
  /** When its analysis is asked for. */
  readonly dueAt: string;
}

export async function insertRegistration(
  sql: Sql,
  { id, partnerId, correlationId, receivedAt, dueAt }: TakenRegistration,
  wanted: NewRegistration,
): Promise<void> {
  const { phone, address, assertedIncome, documentation } = wanted;
  await Promise.all([
    sql.run(INSERT_REGISTRATION, [id, partnerId, wanted.documentNumber, correlationId, receivedAt, dueAt]),
    sql.run(INSERT_RECORD, [
      ...[id, wanted.registerName, wanted.socialName, wanted.birthDate],
      ...[phone.countryCode, phone.number, phone.e164, wanted.email],
      ...[address.zipCode, address.addressLine, address.buildingNumber, address.complement],
      ...[address.neighborhood, address.city, address.state, address.country],
      ...[wanted.declaredIncome, assertedIncome.value, assertedIncome.currency, wanted.occupation, wanted.pepLevel],
      ...[wanted.motherName, documentation.selfie, documentation.idCardFront, documentation.idCardBack],
    ]),
  ]);
}
