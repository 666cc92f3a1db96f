import type { ContactKind } from '../customers/customer-record.enum.ts';
import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { NewRegistration } from './new-registration.value.ts';
import { columnsExcept, insertion } from '../../platform/statements/compiled.ts';
import { CustomerRecord } from '../customers/customer-record.entity.ts';
import { CustomerRegistration } from '../customers/customer-registration.entity.ts';

/** Makes the customer, or takes the one that is there for a further registration, as far as `condition` lets it. */
const claimCustomer = (condition: string) =>
  `insert into customer (id, partner_id, document_number, status, registration_id, pending_registration_id, created_at)
   values ($1, $2, $3, 'PENDING_APPROVAL', $4, $4, $5)
   on conflict (partner_id, document_number) do update set
     pending_registration_id = excluded.pending_registration_id,
     registration_id = case when customer.status = 'REPROVED' then excluded.registration_id
       else customer.registration_id end,
     status = case when customer.status = 'REPROVED' then excluded.status else customer.status end,
     updated_at = case when customer.status = 'REPROVED' then excluded.created_at else customer.updated_at end
     ${condition}
   returning 1 as "claimed"`;

/**
 * Nothing while one is under analysis. The row stays locked to the end: of two registrations of one person the second
 * waits, and finds the first pending. A record in force stays; one that was reproved makes way for the new one.
 */
export const CLAIM_CUSTOMER = statement(
  'claim_customer',
  claimCustomer('where customer.pending_registration_id is null'),
);

/** For a registration that the provider has taken in: what was pending here is decided there, whatever was heard of it. */
export const TAKE_CUSTOMER = statement('take_customer', claimCustomer(''));

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

const INSERT_REGISTRATION = insertion('insert_registration', CustomerRegistration, [
  ...(['id', 'partnerId', 'documentNumber', 'status', 'reasons', 'correlationId', 'receivedAt', 'dueAt'] as const),
]);

const INSERT_RECORD = insertion('insert_record', CustomerRecord, columnsExcept(CustomerRecord));

/** A registration that is taken in. */
export interface TakenRegistration {
  readonly id: string;
  readonly partnerId: string;
  readonly correlationId: string;
  readonly receivedAt: string;
  /** When its analysis is asked for. */
  readonly dueAt: string;
}

/** What a person said; without tokens where it was said to the provider. */
interface SaidInRegistration extends Omit<NewRegistration, 'documentation'> {
  readonly documentation: Readonly<Record<keyof NewRegistration['documentation'], string | null>>;
}

export async function insertRegistration(
  sql: Sql,
  registration: TakenRegistration,
  wanted: SaidInRegistration,
): Promise<void> {
  const { phone, address, assertedIncome, documentation, documentNumber, ...said } = wanted;
  await Promise.all([
    sql.run(INSERT_REGISTRATION, { ...registration, documentNumber, status: 'PENDING_APPROVAL', reasons: [] }),
    sql.run(INSERT_RECORD, {
      ...said,
      ...address,
      registrationId: registration.id,
      phoneCountryCode: phone.countryCode,
      phoneNumber: phone.number,
      phoneE164: phone.e164,
      incomeValue: assertedIncome.value,
      incomeCurrency: assertedIncome.currency,
      selfieToken: documentation.selfie,
      idCardFrontToken: documentation.idCardFront,
      idCardBackToken: documentation.idCardBack,
    }),
  ]);
}
