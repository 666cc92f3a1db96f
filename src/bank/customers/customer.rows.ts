import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  columnsOf,
  compiled,
  eachOf,
  listOf,
  type RowOf,
  type TablesOf,
  text,
  texts,
  uuids,
} from '../../platform/statements/compiled.ts';
import { ListFilter, valueIn } from '../../platform/graphql/paging/list-filter.ts';
import { OWNER } from '../../platform/statements/keyset-options.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { CustomerRecord } from './customer-record.entity.ts';
import { CustomerRegistration } from './customer-registration.entity.ts';
import { Customer } from './customer.entity.ts';

const ENTITIES = [Customer, CustomerRegistration, CustomerRecord] as const;

const OF_CUSTOMER = columnsOf('customer', ['id', 'documentNumber', 'status', 'createdAt', 'updatedAt']);
const OF_RECORD = columnsOf('record', [
  ...(['registerName', 'socialName', 'birthDate', 'phoneCountryCode', 'phoneNumber', 'email'] as const),
  ...(['zipCode', 'addressLine', 'buildingNumber', 'complement', 'neighborhood', 'city', 'state', 'country'] as const),
  ...(['incomeCurrency', 'occupation', 'pepLevel', 'motherName'] as const),
]);

/** Selects customers, each with the record in force. */
function customers(tables: Kysely<TablesOf<(typeof ENTITIES)[number]>>) {
  return (
    tables
      .selectFrom('Customer as customer')
      .innerJoin('CustomerRegistration as registration', 'registration.id', 'customer.registrationId')
      .innerJoin('CustomerRecord as record', 'record.registrationId', 'customer.registrationId')
      .select(OF_CUSTOMER)
      .select('registration.reasons as reasons')
      .select(OF_RECORD)
      // As text with two decimals, never a double.
      .select((columns) => sql<string>`${columns.ref('record.incomeValue')}::text`.as('incomeValue'))
  );
}

/** Selects the customers of a partner. */
function customersOf(tables: Kysely<TablesOf<(typeof ENTITIES)[number]>>, partnerId: RawBuilder<string>) {
  return customers(tables).where('customer.partnerId', '=', partnerId);
}

export const FIND_CUSTOMER = compiled(
  'find_customer',
  { entities: ENTITIES, parameters: { partnerId: text, documentNumber: text } },
  (tables, { partnerId, documentNumber }) =>
    customersOf(tables, partnerId).where('customer.documentNumber', '=', documentNumber),
);

export const FIND_CUSTOMERS = compiled(
  'find_customers',
  { entities: ENTITIES, parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) => eachOf(ids, (id) => customersOf(tables, partnerId).where('customer.id', '=', id)),
);

export const FIND_CUSTOMERS_BY_DOCUMENT = compiled(
  'find_customers_by_document',
  { entities: ENTITIES, parameters: { partnerId: text, documents: texts } },
  (tables, { partnerId, documents }) =>
    eachOf(documents, (document) => customersOf(tables, partnerId).where('customer.documentNumber', '=', document)),
);

/** A customer with the record in force, as read from storage; instants are in PostgreSQL's format. */
export type CustomerRow = RowOf<typeof FIND_CUSTOMERS>;

/** Registrations whose record has a contact. */
const recordsWith = (contact: string) => `select registration_id from customer_record
  where partner_id = ${OWNER} and ${contact} = any (?::text[])`;

/** What customers are filtered by. A contact is that of the record in force, an e-mail or the E.164 form of a phone. */
export const customerFilter = new ListFilter(
  {
    documentNumbers: valueIn('customer.document_number'),
    statuses: valueIn('customer.status', 'customer_status'),
    email: { column: 'customer.registration_id', values: recordsWith('email') },
    phone: { column: 'customer.registration_id', values: recordsWith('phone_e164') },
  },
  { column: 'customer.created_at', since: 'createdSince', until: 'createdUntil' },
);

/** A customer in the list of its partner. */
export interface ListedCustomer extends CustomerRow {
  readonly owner: string;
}

/** Pages of a partner's customers, newest first. */
export const customersOfPartner = new Keyset<ListedCustomer>({
  name: 'customers',
  list: listOf(ENTITIES, customers),
  owner: { expression: 'customer.partner_id', type: 'text' },
  key: [
    { expression: 'customer.created_at', output: 'createdAt', type: 'timestamptz' },
    { expression: 'customer.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
  ...customerFilter.options,
  keysIn: 'customer_of_partner as customer',
});
