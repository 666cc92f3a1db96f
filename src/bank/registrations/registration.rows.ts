import { CustomerRegistration } from '../customers/customer-registration.entity.ts';
import { columnsOf, foundById, uuid, type RowOf } from '../../platform/statements/compiled.ts';

const COLUMNS = columnsOf('registration', ['id', 'documentNumber', 'status', 'receivedAt', 'decidedAt', 'reasons']);

export const FIND_REGISTRATIONS = foundById(
  'find_registrations',
  { entities: [CustomerRegistration], id: uuid },
  (tables, { partnerId, id }) =>
    tables
      .selectFrom('CustomerRegistration as registration')
      .select(COLUMNS)
      .where('registration.partnerId', '=', partnerId)
      .where('registration.id', '=', id),
);

/** A registration as read from storage; instants are in PostgreSQL's format. */
export type RegistrationRow = RowOf<typeof FIND_REGISTRATIONS>;
