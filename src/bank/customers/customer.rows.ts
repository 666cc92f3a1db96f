import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  columnsOf,
  compiled,
  eachOf,
  type RowOf,
  type TablesOf,
  text,
  uuids,
} from '../../platform/statements/compiled.ts';
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

/** Selects customers of a partner, each with the record in force. */
function customersOf(tables: Kysely<TablesOf<(typeof ENTITIES)[number]>>, partnerId: RawBuilder<string>) {
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
      .where('customer.partnerId', '=', partnerId)
  );
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

/** A customer with the record in force, as read from storage; instants are in PostgreSQL's format. */
export type CustomerRow = RowOf<typeof FIND_CUSTOMERS>;
