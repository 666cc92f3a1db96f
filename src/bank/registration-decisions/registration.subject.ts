import type { ProviderSubject } from '../../provider/events/event-subject.port.ts';
import { columnsOf, compiled, text } from '../../platform/statements/compiled.ts';
import { CustomerRegistration } from '../customers/customer-registration.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { fetchCustomer } from './fetch-customer.ts';
import { adoptVerdict, type Verdict } from './conclude-registration.ts';
import { REGISTER_CUSTOMER } from '../registrations/register-customer.ts';
import {
  CUSTOMER_WAS_APPROVED,
  CUSTOMER_WAS_RECEIVED,
  CUSTOMER_WAS_REPROVED,
} from '../registrations/registration.events.ts';

/** Finds the newest registration of a customer, and locks the customer until the commit. */
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

/** Events of a customer's newest registration, which is received once and decided once. */
export const registrationSubject: ProviderSubject = {
  names: [CUSTOMER_WAS_RECEIVED.name, ...VERDICTS.keys()],
  // The event says everything: the response has no body.
  mutation: { name: REGISTER_CUSTOMER, found: () => Promise.resolve({ body: undefined }) },
  async settle(sql, { partnerId, entityId, name }, now) {
    const [newest] = await sql.run(LOCK_NEWEST_REGISTRATION, { partnerId, documentNumber: entityId });
    if (newest === undefined) return 'UNKNOWN';
    const status = VERDICTS.get(name);
    // It was decided otherwise: the event is about a registration that is not known here.
    if (status !== undefined && newest.status !== status && newest.status !== 'PENDING_APPROVAL') return 'UNKNOWN';
    if (status !== undefined) await adoptVerdict(sql, newest.id, { status, reasons: [] }, now);
    return { subjectId: newest.id, round: newest.id };
  },
  // If the customer is known but was decided otherwise, the event waits for the registration that it is about.
  async fetch({ event: { partnerId, companyKey, correlationId, entityId }, database, ask, ...needs }) {
    const person = { partnerId, documentNumber: entityId };
    const [known] = await database.transaction((transaction) => transaction.run(LOCK_NEWEST_REGISTRATION, person));
    if (known !== undefined) return 'UNAVAILABLE';
    return fetchCustomer(needs, entityId, { requester: { partnerId, companyKey, correlationId }, database, ask });
  },
};
