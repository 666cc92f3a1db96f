import type { ProviderSubject } from '../../provider/events/event-subject.port.ts';
import { sql as kysely } from 'kysely';
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf, compiled, parameter, text, uuid, type RowOf } from '../../platform/statements/compiled.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { ReceivedEvent } from '../../provider/events/provider-event.value.ts';
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
          on(
            'registration.id',
            '=',
            // Not `coalesce`: row-level security would check that first, on all registrations of the partner.
            on
              .case()
              .when('customer.pendingRegistrationId', 'is', null)
              .then(on.ref('customer.registrationId'))
              .else(on.ref('customer.pendingRegistrationId'))
              .end(),
          ),
        ),
      )
      .select(columnsOf('registration', ['id', 'status', 'receivedAt', 'correlationId']))
      .select(columnsOf('customer', ['providerDecidedAt']))
      .where('customer.partnerId', '=', partnerId)
      .where('customer.documentNumber', '=', documentNumber)
      .forUpdate('customer'),
);

/** Finds an earlier registration with this decision: the one with this correlation id, else the newest. */
const FIND_EARLIER_REGISTRATION = compiled(
  'find_earlier_registration',
  {
    entities: [CustomerRegistration],
    parameters: {
      partnerId: text,
      documentNumber: text,
      exceptId: uuid,
      status: parameter<Verdict['status']>('customer_status'),
      correlationId: uuid,
    },
  },
  (tables, { partnerId, documentNumber, exceptId, status, correlationId }) =>
    tables
      .selectFrom('CustomerRegistration as registration')
      .select('registration.id')
      .select(({ eb }) => eb('registration.correlationId', '=', correlationId).as('isNamed'))
      .where('registration.partnerId', '=', partnerId)
      .where('registration.documentNumber', '=', documentNumber)
      .where('registration.id', '<>', exceptId)
      .where('registration.status', '=', status)
      .orderBy('isNamed', 'desc')
      .orderBy('registration.receivedAt', 'desc')
      .limit(kysely.lit(1)),
);

const VERDICTS: ReadonlyMap<string, Verdict['status']> = new Map([
  [CUSTOMER_WAS_APPROVED.name, 'APPROVED'],
  [CUSTOMER_WAS_REPROVED.name, 'REPROVED'],
]);

interface Deciding {
  readonly newest: Pick<
    RowOf<typeof LOCK_NEWEST_REGISTRATION>,
    'id' | 'status' | 'correlationId' | 'providerDecidedAt'
  >;
  readonly status: Verdict['status'];
}

/**
 * Returns the registration that an event decides or has decided: the newest, unless its correlation id is that of an
 * earlier one, or the provider had decided by then what was concluded before. Undefined: one that is not known here.
 */
async function registrationOf(
  sql: Sql,
  { partnerId, entityId, correlationId, timestamp }: ReceivedEvent,
  { newest, status }: Deciding,
): Promise<string | undefined> {
  if (newest.status === status) return newest.id;
  if (newest.status !== 'PENDING_APPROVAL') return undefined;
  const { id: exceptId, providerDecidedAt } = newest;
  const person = { partnerId, documentNumber: entityId };
  const [earlier] = await sql.run(FIND_EARLIER_REGISTRATION, { ...person, exceptId, status, correlationId });
  const isEarlier = newest.correlationId !== correlationId && earlier?.isNamed === true;
  const isPast = timestamp !== null && providerDecidedAt !== null && timestamp <= instantOf(providerDecidedAt);
  return isEarlier || isPast ? earlier?.id : newest.id;
}

/** Events of a customer's newest registration, which is received once and decided once. */
export const registrationSubject: ProviderSubject = {
  names: [CUSTOMER_WAS_RECEIVED.name, ...VERDICTS.keys()],
  // The event says everything: the response has no body.
  mutation: { name: REGISTER_CUSTOMER, found: () => Promise.resolve({ body: undefined }) },
  async settle(sql, event, now) {
    const { partnerId, entityId, name, timestamp } = event;
    const [newest] = await sql.run(LOCK_NEWEST_REGISTRATION, { partnerId, documentNumber: entityId });
    if (newest === undefined) return 'UNKNOWN';
    const status = VERDICTS.get(name);
    const id = status === undefined ? newest.id : await registrationOf(sql, event, { newest, status });
    if (id === undefined) return 'UNKNOWN';
    const decidedAt = timestamp?.toISOString();
    if (status !== undefined) await adoptVerdict(sql, id, { status, reasons: [], decidedAt }, now);
    return { subjectId: id, round: id };
  },
  // If the customer is known but was decided otherwise, the event waits for the registration that it is about.
  async fetch({ event: { partnerId, companyKey, correlationId, entityId }, database, ask, ...needs }) {
    const person = { partnerId, documentNumber: entityId };
    const [known] = await database.transaction((transaction) => transaction.run(LOCK_NEWEST_REGISTRATION, person));
    if (known !== undefined) return 'UNAVAILABLE';
    return fetchCustomer(needs, entityId, { requester: { partnerId, companyKey, correlationId }, database, ask });
  },
};
