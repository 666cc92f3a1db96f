import { CustomerRegistration } from '../customers/customer-registration.entity.ts';
import { columnsOf, compiled, eachOf, type RowOf, text, uuids } from '../../platform/statements/compiled.ts';

const COLUMNS = columnsOf('registration', ['id', 'documentNumber', 'status', 'receivedAt', 'decidedAt', 'reasons']);

export const FIND_REGISTRATIONS = compiled(
  'find_registrations',
  { entities: [CustomerRegistration], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) =>
      tables
        .selectFrom('CustomerRegistration as registration')
        .select(COLUMNS)
        .where('registration.partnerId', '=', partnerId)
        .where('registration.id', '=', id),
    ),
);

/** A registration as read from storage; instants are in PostgreSQL's format. */
export type RegistrationRow = RowOf<typeof FIND_REGISTRATIONS>;
