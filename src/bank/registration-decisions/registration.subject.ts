import type { ToldSubject } from '../../provider/events/event-subject.port.ts';
import { columnsOf, compiled, text } from '../../platform/statements/compiled.ts';
import { CustomerRegistration } from '../customers/customer-registration.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { MUTATION } from './fetch-customer.ts';
import { adoptVerdict, type Verdict } from './conclude-registration.ts';
import {
  CUSTOMER_WAS_APPROVED,
  CUSTOMER_WAS_RECEIVED,
  CUSTOMER_WAS_REPROVED,
} from '../registrations/registration.events.ts';

/** The newest registration of a customer; the customer stays as it is until the commit. */
const LOCK_NEWEST_REGISTRATION = compiled(
  'lock_newest_registration',
  { entities: [Customer, CustomerRegistration], parameters: { partnerId: text, documentNumber: text } },
  (tables, { partnerId, documentNumber }) =>
    tables
      .selectFrom('Customer as customer')
      .innerJoin('CustomerRegistration as registration', (join) =>
        join.on((on) =>
          on('registration.id', '=', on.fn.coalesce('customer.pendingRegistrationId', 'customer.registrationId')),
        ),
      )
      .select(columnsOf('registration', ['id', 'status']))
      .where('customer.partnerId', '=', partnerId)
      .where('customer.documentNumber', '=', documentNumber)
      .forUpdate('customer'),
);

const VERDICTS: ReadonlyMap<string, Verdict['status']> = new Map([
  [CUSTOMER_WAS_APPROVED.name, 'APPROVED'],
  [CUSTOMER_WAS_REPROVED.name, 'REPROVED'],
]);

/** The newest registration of a customer is received once, and decided on once. */
export const registrationTold: ToldSubject = {
  names: [CUSTOMER_WAS_RECEIVED.name, ...VERDICTS.keys()],
  // The event says all: the answer has no body.
  mutation: { name: MUTATION, found: () => Promise.resolve({ body: undefined }) },
  async settle(sql, { partnerId, entityId, name }, now) {
    const [newest] = await sql.run(LOCK_NEWEST_REGISTRATION, { partnerId, documentNumber: entityId });
    if (newest === undefined) return 'UNKNOWN';
    const status = VERDICTS.get(name);
    // Decided otherwise before: the event is about a registration that is not known here.
    if (status !== undefined && newest.status !== status && newest.status !== 'PENDING_APPROVAL') return 'UNKNOWN';
    if (status !== undefined) await adoptVerdict(sql, newest.id, { status, reasons: [] }, now);
    return { subjectId: newest.id, round: newest.id };
  },
};
