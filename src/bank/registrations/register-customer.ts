import { registrationEvent } from './registration.events.ts';
import { FIND_APPROVED_DOCUMENTS } from '../identity-pictures/document-analysis.rows.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { Random } from '../../kernel/random.ts';
import { bankDate, type Clock } from '../../kernel/clock.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { AtCommit, Database, Transaction } from '../../platform/database/database.ts';
import type { Lookups } from '../../platform/limits/lookup-budgets.ts';
import { newRegistration, type NewRegistration, type RegistrationRequest } from './new-registration.value.ts';
import { CLAIM_CONTACTS, CLAIM_CUSTOMER, insertRegistration } from './register-customer.rows.ts';
import { isBlockedCode } from './registration-phone.value.ts';
import { phoneCountryCodeNotAllowed, type RegisterCustomerRefusal } from './registration.errors.ts';
import { firstRefusal, type RegistrationFacts } from './registration.rules.ts';
import type { RegistrationRow } from './registration.rows.ts';

export interface RegisterCustomerDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly lookups: Lookups;
  readonly clock: Clock;
  readonly random: Random;
  /** After how long the analysis of a registration is asked for. */
  readonly analysisSeconds: number;
}

/**
 * Takes the registration of a person in for automatic analysis: the first one, a new try, or a new round beside the
 * record in force. Customer, contacts, registration and event commit together; a refusal leaves nothing behind. The
 * order of refusals is the contract's. Whether others have the contacts is looked up by a reservation of the partner.
 */
export async function registerCustomer(
  dependencies: RegisterCustomerDependencies,
  requester: Requester,
  request: RegistrationRequest,
): Promise<RegistrationRow | RegisterCustomerRefusal> {
  const { database, lookups, clock, random } = dependencies;
  const now = clock.now();
  const wanted = newRegistration(request, bankDate(now));
  if (wanted instanceof DomainError) return wanted;
  const { countryCode } = wanted.phone;
  if (isBlockedCode(countryCode)) return phoneCountryCodeNotAllowed(countryCode);
  const round: Round = { ...dependencies, requester, wanted, now, id: random.timeOrderedUuid(now) };
  const lookup = { budget: 'CUSTOMER_LOOKUPS', partnerId: requester.partnerId, person: wanted.documentNumber } as const;
  return lookups.during(lookup, (lookupRefusal) =>
    database.transaction<RegistrationRow | RegisterCustomerRefusal>(async (transaction) => {
      const facts = await claim(transaction, round, lookupRefusal);
      return firstRefusal(wanted, facts) ?? insert(transaction, round);
    }),
  );
}

interface Round extends RegisterCustomerDependencies {
  readonly requester: Requester;
  readonly wanted: NewRegistration;
  readonly now: Date;
  readonly id: string;
}

function claim(
  transaction: Transaction,
  round: Round,
  lookupRefusal: TooManyLookups | undefined,
): Promise<RegistrationFacts> {
  const { wanted, now, id, random } = round;
  const { documentNumber, phone, email, documentation } = wanted;
  const { partnerId } = round.requester;
  const person = [partnerId, documentNumber];
  const { selfie, idCardFront, idCardBack } = documentation;
  const tokens = [selfie, idCardFront, idCardBack].filter(isUuid);
  return transaction.pipeline(async (pipelined) => {
    const [claimed, own, approved] = await Promise.all([
      pipelined.run(CLAIM_CUSTOMER, [random.timeOrderedUuid(now), ...person, id, now.toISOString()]),
      pipelined.run(CLAIM_CONTACTS, [...person, phone.e164, email]),
      pipelined.run(FIND_APPROVED_DOCUMENTS, { partnerId, documentNumber, tokens }),
    ]);
    const ownContacts = new Set(own.map(({ kind }) => kind));
    return { awaitsEvaluation: claimed.length === 0, lookupRefusal, ownContacts, approved };
  });
}

function insert(transaction: Transaction, round: Round): AtCommit<RegistrationRow> {
  const { requester, wanted, now, id, random, eventLog, analysisSeconds } = round;
  const { documentNumber } = wanted;
  const receivedAt = now.toISOString();
  const dueAt = new Date(now.getTime() + analysisSeconds * 1_000).toISOString();
  const taken = { ...requester, id, receivedAt, dueAt };
  const status = 'PENDING_APPROVAL';
  const event = registrationEvent({ registrationId: id, documentNumber, status, requester, at: now }, random);
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([insertRegistration(pipelined, taken, wanted), eventLog.record(pipelined, event)]);
    return { id, documentNumber, status, receivedAt, decidedAt: null, reasons: [] };
  });
}
