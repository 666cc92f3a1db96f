import { bankDate, type Clock } from '../../kernel/clock.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import { recordedValues } from '../../events/log/event-log.ts';
import { batchedDecisions, type BatchedDecisions } from '../../platform/database/batched-decisions.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import {
  claimOf,
  claimValues,
  refuseOncePerKey,
  replayed,
  type KeyClaim,
  type Made,
} from '../../platform/idempotency/once-per-key.ts';
import type { Lookups } from '../../platform/limits/lookup-budgets.ts';
import {
  DECIDE_KEYED_REGISTRATION,
  DECIDE_REGISTRATION,
  lostItsClaims,
  type Decision,
} from './decide-registration.rows.ts';
import { newRegistration, type NewRegistration, type RegistrationRequest } from './new-registration.value.ts';
import { registrationValues } from './register-customer.rows.ts';
import { isBlockedCode } from './registration-phone.value.ts';
import { phoneCountryCodeNotAllowed, type RegisterCustomerRefusal } from './registration.errors.ts';
import { detailedAnalysisStep } from './request-detailed-analysis.ts';
import { isOccupation } from './occupations.value.ts';
import { refusalOfRule } from './registration.rules.ts';
import { receivedEvent, rowOf, takenRegistration, type StoreRegistrationNeeds } from './store-registration.ts';
import { FIND_REGISTRATIONS, type RegistrationRow } from './registration.rows.ts';

/** Name of the mutation in keys and intents. */
export const REGISTER_CUSTOMER = 'registerCustomer';
/** Maximum number of attempts: one that lost its claims to another registration finds that one next time. */
const TRIES_MAX = 3;

export interface RegisterCustomerDependencies extends StoreRegistrationNeeds {
  readonly database: Database;
  readonly lookups: Lookups;
  readonly clock: Clock;
  readonly registrations: Registrations;
}

/** Registrations of a partner that wait at the same time share a transaction. */
type Registrations = BatchedDecisions<Registering, Decision>;

/** Registers persons in one round trip, several together if they wait. One object per process. */
export function gatheredRegistrations(): Registrations {
  return batchedDecisions(decide, ({ wanted }) => wanted.documentNumber);
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
  return lookups.during(lookup, (lookupRefusal) =>
    register({ ...dependencies, requester, wanted, now, id, claim, lookupRefusal }),
  );
}

/** A request with valid input, and the claim of its idempotency key. */
interface Registering extends RegisterCustomerDependencies {
  readonly requester: Requester;
  readonly wanted: NewRegistration;
  readonly now: Date;
  readonly id: string;
  readonly claim: KeyClaim | undefined;
  readonly lookupRefusal: TooManyLookups | undefined;
}

/** Registers the person; retries if a concurrent registration took person or contacts, and is decided by then. */
async function register(registering: Registering): Promise<Made<RegistrationRow> | RegisterCustomerRefusal> {
  const { registrations, requester } = registering;
  for (let tries = 1; ; tries += 1)
    try {
      return await outcomeOf(await registrations.do(requester.partnerId, registering), registering);
    } catch (error) {
      if (tries === TRIES_MAX || !lostItsClaims(error)) throw error;
    }
}

async function outcomeOf(
  { brokenRule, isHeld, isMade, openRegistrationId, rejectedRegistrationId, ...pictures }: Decision,
  registering: Registering,
): Promise<Made<RegistrationRow> | RegisterCustomerRefusal> {
  const { database, eventLog, claim, lookupRefusal } = registering;
  if (isMade) {
    database.noteToTake?.committed();
    eventLog.wake();
    return { row: rowOf(registering), replayed: false };
  }
  // No rule refuses it and it was not accepted: a concurrent request with the same key was faster.
  if (claim !== undefined && (isHeld || brokenRule === null))
    return database.transaction((transaction) => replayed(transaction, claim, FIND_REGISTRATIONS));
  if (brokenRule === null) throw new Error('A registration was neither accepted nor refused.');
  const detailedAnalysis = await detailedAnalysisStep(database, registering.requester, rejectedRegistrationId);
  const standing = { openRegistrationId, rejectedRegistrationId, detailedAnalysis };
  return refusalOfRule(brokenRule, { lookupRefusal, ...standing, pictures });
}

async function decide(sql: Sql, registering: Registering): Promise<Decision> {
  const { database, wanted, claim, now, random, analysisSeconds, lookupRefusal } = registering;
  const [decision] = await sql.run(claim === undefined ? DECIDE_REGISTRATION : DECIDE_KEYED_REGISTRATION, {
    ...registrationValues(takenRegistration(registering, analysisSeconds), wanted),
    event: recordedValues(receivedEvent(registering, random)),
    customerId: random.timeOrderedUuid(now),
    isOccupation: isOccupation(wanted.occupation),
    mayLookUp: lookupRefusal === undefined,
    key: claim === undefined ? {} : claimValues(claim),
    audit: database.noteToTake?.ofSuccess ?? {},
  });
  if (decision === undefined) throw new Error('Nothing was decided of a registration.');
  return decision;
}
