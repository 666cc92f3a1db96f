import type { ProviderSubject } from '../events/event-subject.port.ts';
import { fieldAt } from '../../../kernel/fields.ts';
import { openInputs } from '../intents/open-inputs.ts';
import { fetchCustomer } from './fetch-customer.ts';
import type { Verdict } from '../../../bank/registration-decisions/conclude-registration.ts';
import { adoptVerdict } from './adopt-verdict.ts';
import { isUpToLastDecision, LOCK_NEWEST_REGISTRATION, registrationOfEvent } from './registration-of-event.ts';
import { REGISTER_CUSTOMER } from '../../../bank/registrations/register-customer.ts';
import {
  CUSTOMER_WAS_APPROVED,
  CUSTOMER_WAS_RECEIVED,
  CUSTOMER_WAS_REPROVED,
} from '../../../bank/registrations/registration.events.ts';

const VERDICTS: ReadonlyMap<string, Verdict['status']> = new Map([
  [CUSTOMER_WAS_APPROVED.name, 'APPROVED'],
  [CUSTOMER_WAS_REPROVED.name, 'REPROVED'],
]);

/** Events of a customer's registrations, each of which is received once and decided once. */
export const registrationSubject: ProviderSubject = {
  names: [CUSTOMER_WAS_RECEIVED.name, ...VERDICTS.keys()],
  // The event says everything: the response has no body.
  mutation: { name: REGISTER_CUSTOMER, found: () => Promise.resolve({ body: undefined }) },
  async settle(sql, event, { now }) {
    const { partnerId, entityId, name, timestamp } = event;
    const [newest] = await sql.run(LOCK_NEWEST_REGISTRATION, { partnerId, documentNumber: entityId });
    if (newest === undefined) return 'UNKNOWN';
    const verdict = VERDICTS.get(name);
    const id = await registrationOfEvent(sql, event, { newest, verdict });
    if (id === undefined) return 'UNKNOWN';
    // What has the correlation id of the newest decides it, even if the provider's clock is slow.
    const isUndated = id === newest.id && isUpToLastDecision(event, newest);
    const decidedAt = isUndated ? undefined : timestamp?.toISOString();
    if (verdict !== undefined) await adoptVerdict(sql, id, { status: verdict, reasons: [], decidedAt }, now);
    return { subjectId: id, round: id };
  },
  // If the customer is known, the event is about a registration that an open request has made, or about none of here.
  async fetch({ event: { partnerId, companyKey, correlationId, entityId }, database, ask, secrets, ...needs }) {
    const person = { partnerId, documentNumber: entityId };
    const [known] = await database.transaction((transaction) => transaction.run(LOCK_NEWEST_REGISTRATION, person));
    const requester = { partnerId, companyKey, correlationId };
    if (known === undefined) return fetchCustomer(needs, entityId, { requester, database, ask, secrets });
    const open = await openInputs(database, secrets, { partnerId, mutation: REGISTER_CUSTOMER });
    return open.some((input) => fieldAt(input, 'documentNumber') === entityId) ? 'UNAVAILABLE' : 'MISSING';
  },
};
