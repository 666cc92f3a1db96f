import type { Kysely } from 'kysely';
import { CustomerRegistration } from '../customers/customer-registration.entity.ts';
import { ListFilter, valueIn } from '../../platform/graphql/paging/list-filter.ts';
import {
  columnsOf,
  compiled,
  eachOf,
  listOf,
  type RowOf,
  type TablesOf,
  text,
  uuids,
} from '../../platform/statements/compiled.ts';
import { Keyset } from '../../platform/statements/keyset.ts';

const COLUMNS = columnsOf('registration', [
  ...(['id', 'documentNumber', 'status', 'receivedAt', 'decidedAt', 'reasons'] as const),
  ...(['detailedRequestedAt', 'detailedDueAt', 'detailedDecidedAt'] as const),
]);

function registrations(tables: Kysely<TablesOf<typeof CustomerRegistration>>) {
  return tables.selectFrom('CustomerRegistration as registration').select(COLUMNS);
}

export const FIND_REGISTRATIONS = compiled(
  'find_registrations',
  { entities: [CustomerRegistration], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) =>
      registrations(tables).where('registration.partnerId', '=', partnerId).where('registration.id', '=', id),
    ),
);

/** A registration as read from storage; instants are in PostgreSQL's format. */
export type RegistrationRow = RowOf<typeof FIND_REGISTRATIONS>;

/** A registration in a list. */
export interface ListedRegistration extends RegistrationRow {
  readonly owner: string;
}

/** What registrations are filtered by. */
export const registrationFilter = new ListFilter(
  {
    documentNumbers: valueIn('registration.document_number'),
    statuses: valueIn('registration.status', 'customer_status'),
  },
  { column: 'registration.received_at', since: 'receivedSince', until: 'receivedUntil' },
);

/** How registrations are listed: newest first. */
const LISTED = {
  list: listOf([CustomerRegistration], registrations),
  key: [
    { expression: 'registration.received_at', output: 'receivedAt', type: 'timestamptz' },
    { expression: 'registration.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
} as const;

/** Pages of a partner's registrations. */
export const registrationsOfPartner = new Keyset<ListedRegistration>({
  ...LISTED,
  name: 'customer_registrations',
  owner: { expression: 'registration.partner_id', type: 'text' },
  ...registrationFilter.options,
  keysIn: 'customer_registration_of_partner as registration',
});

/** Pages of a person's registrations, by CPF; the filter is the partner. */
export const registrationsOfCustomer = new Keyset<ListedRegistration>({
  ...LISTED,
  name: 'registrations_of_customer',
  owner: { expression: 'registration.document_number', type: 'text' },
  filters: ['registration.partner_id = ?::text'],
  boundingFilters: 1,
});
