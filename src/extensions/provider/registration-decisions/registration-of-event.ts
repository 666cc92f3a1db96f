import type { Sql } from '../../../platform/database/database.ts';
import { columnsOf, compiled, text, type RowOf } from '../../../platform/statements/compiled.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { ReceivedEvent } from '../events/provider-event.value.ts';
import { isReportedSince } from '../intents/provider-values.ts';
import { CustomerRegistration } from '../../../bank/customers/customer-registration.entity.ts';
import { Customer } from '../../../bank/customers/customer.entity.ts';
import type { Verdict } from '../../../bank/registration-decisions/conclude-registration.ts';

/** Longest time from a decision until the provider dates its event, in milliseconds (ours). */
const EVENT_DELAY_MS = 60_000;

/**
 * Finds the registration of a customer that is pending, or else in force, and locks the customer until the commit: the
 * newest, unless that was rejected while an earlier record was in force.
 */
export const LOCK_NEWEST_REGISTRATION = compiled(
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

/** The registration that is pending or in force, and the provider's last known decision on one of the customer. */
export type NewestRegistration = RowOf<typeof LOCK_NEWEST_REGISTRATION>;

/**
 * Finds another registration of the customer: the one with the correlation id $4, else the newest. With the status $5 of
 * a decision: one that got it, or one that a later registration has replaced, and that was received before the time $6.
 */
const FIND_OTHER_REGISTRATION = statement(
  'find_other_registration',
  `select id, correlation_id = $4 as "isNamed" from customer_registration
   where partner_id = $1 and document_number = $2 and id <> $3 and (
     $5::customer_status is null or status = $5
     or status = 'PENDING_APPROVAL' and (correlation_id = $4 or received_at <= $6::timestamptz)
   )
   order by correlation_id = $4 desc, received_at desc limit 1`,
);

/** Whether an event happened before the last known decision, or is that decision. */
export function isUpToLastDecision({ timestamp }: ReceivedEvent, { providerDecidedAt }: NewestRegistration): boolean {
  return timestamp !== null && providerDecidedAt !== null && timestamp <= instantOf(providerDecidedAt);
}

/** Whether an event happened so long after the last known decision that it is about a registration made elsewhere. */
function isAfterLastDecision({ timestamp }: ReceivedEvent, { providerDecidedAt }: NewestRegistration): boolean {
  if (timestamp === null || providerDecidedAt === null) return false;
  return timestamp.getTime() > instantOf(providerDecidedAt).getTime() + EVENT_DELAY_MS;
}

interface Deciding {
  readonly newest: NewestRegistration;
  /** Undefined: the event says that a registration was received. */
  readonly verdict: Verdict['status'] | undefined;
}

/**
 * Returns the registration that an event is about: the one with its correlation id, else the newest, unless the event is
 * too old or too late for that. Undefined: one that is not known here.
 */
export async function registrationOfEvent(
  sql: Sql,
  event: ReceivedEvent,
  { newest, verdict }: Deciding,
): Promise<string | undefined> {
  const { partnerId, entityId, correlationId, timestamp } = event;
  const isPending = newest.status === 'PENDING_APPROVAL';
  const isNamed = newest.correlationId === correlationId;
  const isTooOld = timestamp !== null && !isReportedSince(timestamp.toISOString(), instantOf(newest.receivedAt));
  const isUpToLast = isUpToLastDecision(event, newest);
  const canBeNewest = isPending
    ? verdict === undefined || (!isTooOld && (isNamed || !isUpToLast))
    : (verdict ?? newest.status) === newest.status && (isNamed || !isAfterLastDecision(event, newest));
  // A client may send several requests under one correlation id.
  if (canBeNewest && isNamed && !isTooOld && !(isPending && isUpToLast)) return newest.id;
  const at = timestamp?.toISOString() ?? null;
  const values = [partnerId, entityId, newest.id, correlationId, verdict ?? null, at] as const;
  const [other] = await sql.run(FIND_OTHER_REGISTRATION, values);
  if (other?.isNamed === true) return other.id;
  if (canBeNewest) return newest.id;
  return isTooOld || isUpToLast ? other?.id : undefined;
}
