import { FIND_APPROVED_PICTURES } from '../identity-pictures/document-analysis.rows.ts';
import { bankDate, type Clock } from '../../kernel/clock.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { AtCommit, Database, Sql, Transaction } from '../../platform/database/database.ts';
import {
  claimOf,
  oncePerKey,
  refuseOncePerKey,
  type Made,
  type TakeKey,
} from '../../platform/idempotency/once-per-key.ts';
import type { Lookups } from '../../platform/limits/lookup-budgets.ts';
import { newRegistration, type NewRegistration, type RegistrationRequest } from './new-registration.value.ts';
import { CLAIM_CONTACTS, CLAIM_CUSTOMER } from './register-customer.rows.ts';
import { isBlockedCode } from './registration-phone.value.ts';
import { phoneCountryCodeNotAllowed, type RegisterCustomerRefusal } from './registration.errors.ts';
import { firstRefusal, type RegistrationFacts } from './registration.rules.ts';
import { receivedEvent, storeRegistration, type StoreRegistrationNeeds } from './store-registration.ts';
import { FIND_REGISTRATIONS, type RegistrationRow } from './registration.rows.ts';

/** Name of the mutation in keys and intents. */
export const REGISTER_CUSTOMER = 'registerCustomer';

export interface RegisterCustomerDependencies extends StoreRegistrationNeeds {
  readonly database: Database;
  readonly lookups: Lookups;
  readonly clock: Clock;
}

export interface RegisterCustomerCommand extends RegistrationRequest {
  readonly idempotencyKey?: string | null;
}

/**
 * Accepts a person's registration for analysis: a first one, one after a rejection, or one that leaves the record in
 * force. Customer, contacts, registration and event are committed together; a refusal stores nothing. Refusals have the
 * order of the contract. A look-up of the partner is reserved, as refusals reveal whether others have the contacts.
 */
export async function registerCustomer(
  dependencies: RegisterCustomerDependencies,
  requester: Requester,
  request: RegisterCustomerCommand,
): Promise<Made<RegistrationRow> | RegisterCustomerRefusal> {
  const { database, lookups, clock, random } = dependencies;
  const now = clock.now();
  const wanted = newRegistration(request, bankDate(now));
  if (wanted instanceof DomainError) return wanted;
  const { partnerId } = requester;
  const id = random.timeOrderedUuid(now);
  const call = { partnerId, mutation: REGISTER_CUSTOMER, resultId: id, now };
  const claim = claimOf({ ...call, key: request.idempotencyKey, input: wanted });
  const find = FIND_REGISTRATIONS;
  const { countryCode } = wanted.phone;
  if (isBlockedCode(countryCode))
    return refuseOncePerKey(database, claim, { refusal: phoneCountryCodeNotAllowed(countryCode), find });
  const lookup = { budget: 'CUSTOMER_LOOKUPS', partnerId, person: wanted.documentNumber } as const;
  const round = { ...dependencies, requester, wanted, now, id };
  return lookups.during(lookup, (lookupRefusal) =>
    oncePerKey(database, claim, {
      make: (transaction, take) => registerInTransaction(transaction, { ...round, lookupRefusal, take }),
      find,
    }),
  );
}

interface Round extends RegisterCustomerDependencies {
  readonly requester: Requester;
  readonly wanted: NewRegistration;
  readonly now: Date;
  readonly id: string;
  readonly lookupRefusal: TooManyLookups | undefined;
  readonly take: TakeKey;
}

async function registerInTransaction(
  transaction: Transaction,
  round: Round,
): Promise<RegisterCustomerRefusal | AtCommit<Made<RegistrationRow>>> {
  const facts = await claim(transaction, round);
  const event = receivedEvent(round, round.random);
  const record = (sql: Sql) => round.eventLog.record(sql, event);
  return firstRefusal(round.wanted, facts) ?? storeRegistration(transaction, round, { ...round, record });
}

function claim(transaction: Transaction, round: Round): Promise<RegistrationFacts> {
  const { wanted, now, id, random, lookupRefusal, take } = round;
  const { documentNumber, phone, email, documentation } = wanted;
  const { partnerId } = round.requester;
  const person = [partnerId, documentNumber];
  const { selfie, idCardFront, idCardBack } = documentation;
  const tokens = [selfie, idCardFront, idCardBack].filter(isUuid);
  return transaction.pipeline(async (pipelined) => {
    const [, claimed, own, approved] = await Promise.all([
      take(pipelined),
      pipelined.run(CLAIM_CUSTOMER, [random.timeOrderedUuid(now), ...person, id, now.toISOString()]),
      pipelined.run(CLAIM_CONTACTS, [...person, phone.e164, email]),
      pipelined.run(FIND_APPROVED_PICTURES, { partnerId, documentNumber, tokens }),
    ]);
    const ownContacts = new Set(own.map(({ kind }) => kind));
    return { awaitsEvaluation: claimed.length === 0, lookupRefusal, ownContacts, approved };
  });
}
