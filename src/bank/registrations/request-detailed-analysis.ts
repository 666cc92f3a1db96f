import { endOfBusinessDay } from '../../kernel/business-days.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NextStep } from '../../kernel/domain-error.ts';
import type { Random } from '../../kernel/random.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import { Unchanged, type Database, type Transaction } from '../../platform/database/database.ts';
import type { Lookups } from '../../platform/limits/lookup-budgets.ts';
import { CustomerContact } from '../customers/customer-contact.entity.ts';
import { CustomerRecord } from '../customers/customer-record.entity.ts';
import { CustomerRegistration } from '../customers/customer-registration.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import { customerNotFound } from '../customers/customer.errors.ts';
import { refuseNoCpf } from '../customers/refuse-no-cpf.ts';
import { lockCustomer } from '../customers/lock-customer.ts';
import { storedRow } from '../../platform/statements/stored-row.ts';
import { claimContacts } from './claim-contacts.ts';
import {
  customerAwaitsEvaluation,
  detailedAnalysisNotAvailable,
  type RequestDetailedAnalysisRefusal,
} from './registration.errors.ts';
import { detailedAnalysisWasRequested } from './registration.events.ts';
import { FIND_REGISTRATIONS, type RegistrationRow } from './registration.rows.ts';

/** Name of the mutation. */
const REQUEST_DETAILED_ANALYSIS = 'requestDetailedAnalysis';
/** On which business day after its request a detailed analysis is due (docs/partner-api.md). */
const BUSINESS_DAYS = 7;

export interface RequestDetailedAnalysisDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly lookups: Lookups;
  readonly clock: Clock;
  readonly random: Random;
}

export interface RequestDetailedAnalysisCommand {
  /** CPF of a customer. */
  readonly documentNumber: string;
}

export interface RequestedAnalysis {
  readonly row: RegistrationRow;
  /** False if it was requested before, and is not decided yet. */
  readonly changed: boolean;
}

/**
 * Requests the detailed analysis of a rejected registration, which it can have once. Its contacts are held until it is
 * decided. A look-up of the partner is reserved, as refusals reveal whether others have the contacts.
 */
export async function requestDetailedAnalysis(
  dependencies: RequestDetailedAnalysisDependencies,
  requester: Requester,
  { documentNumber }: RequestDetailedAnalysisCommand,
): Promise<RequestedAnalysis | RequestDetailedAnalysisRefusal> {
  const refusal = refuseNoCpf(documentNumber);
  if (refusal !== undefined) return refusal;
  const { database, lookups } = dependencies;
  const { partnerId } = requester;
  return lookups.during({ budget: 'CUSTOMER_LOOKUPS', partnerId, person: documentNumber }, (lookupRefusal) =>
    database.transaction((transaction) =>
      request(transaction, { ...dependencies, requester, documentNumber, lookupRefusal }),
    ),
  );
}

interface Requesting extends RequestDetailedAnalysisDependencies, RequestDetailedAnalysisCommand {
  readonly requester: Requester;
  readonly lookupRefusal: TooManyLookups | undefined;
}

async function request(transaction: Transaction, requesting: Requesting) {
  const { requester, documentNumber, lookupRefusal } = requesting;
  const { entities } = transaction;
  const customer = await lockCustomer(entities, { partnerId: requester.partnerId, documentNumber });
  if (customer === null) return customerNotFound();
  const registration = await entities.findOneOrFail(CustomerRegistration, customer.registrationId);
  if (customer.pendingRegistrationId === registration.id && registration.status === 'REPROVED')
    return new Unchanged({ row: await storedRow(transaction, FIND_REGISTRATIONS, registration), changed: false });
  if (customer.pendingRegistrationId) return customerAwaitsEvaluation(customer.pendingRegistrationId);
  if (customer.status !== 'REPROVED' || registration.detailedDecidedAt) return detailedAnalysisNotAvailable();
  if (lookupRefusal !== undefined) return lookupRefusal;
  const record = await entities.findOneOrFail(CustomerRecord, registration.id);
  const refusal = await claimContacts(transaction, customer, record);
  return refusal ?? begin(transaction, requesting, { customer, registration });
}

interface Rejected {
  readonly customer: Customer;
  readonly registration: CustomerRegistration;
}

async function begin(
  transaction: Transaction,
  { requester, clock, random, eventLog }: Requesting,
  { customer, registration }: Rejected,
): Promise<RequestedAnalysis> {
  const at = clock.now();
  const dueAt = endOfBusinessDay(at, BUSINESS_DAYS);
  customer.pendingRegistrationId = registration.id;
  registration.detailedRequestedAt = at;
  registration.detailedDueAt = dueAt;
  await transaction.entities.flush();
  const row = await storedRow(transaction, FIND_REGISTRATIONS, registration);
  const { id, documentNumber } = registration;
  const event = detailedAnalysisWasRequested({ registrationId: id, documentNumber, dueAt, requester, at }, random);
  await eventLog.record(transaction, event);
  transaction.afterCommit(eventLog.wake);
  return { row, changed: true };
}

/**
 * Returns the request of a rejected registration's detailed analysis; null if there is none, or if another customer has
 * its contacts by now, so that it would be refused.
 */
export async function detailedAnalysisStep(
  { entities }: Pick<Database, 'entities'>,
  { partnerId }: Requester,
  rejectedRegistrationId: string | null,
): Promise<NextStep | null> {
  if (rejectedRegistrationId === null) return null;
  const registration = await entities.findOneOrFail(CustomerRegistration, rejectedRegistrationId);
  const { phoneE164, email } = await entities.findOneOrFail(CustomerRecord, rejectedRegistrationId);
  const taken = await entities.count(CustomerContact, { partnerId, value: { $in: [phoneE164, email] } });
  if (taken > 0) return null;
  return { mutation: REQUEST_DETAILED_ANALYSIS, input: { documentNumber: registration.documentNumber } };
}
