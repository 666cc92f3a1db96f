import { CustomerFormerRecord } from '../customers/customer-former-record.entity.ts';
import { CustomerRecord } from '../customers/customer-record.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import { customerNotFound } from '../customers/customer.errors.ts';
import { lockCustomer } from '../customers/lock-customer.ts';
import { FIND_CUSTOMERS, type CustomerRow } from '../customers/customer.rows.ts';
import { claimContacts } from '../registrations/claim-contacts.ts';
import { invalidOccupation, phoneCountryCodeNotAllowed } from '../registrations/registration.errors.ts';
import { isBlockedCode } from '../registrations/registration-phone.value.ts';
import { isOccupation } from '../registrations/occupations.value.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { fieldsOf } from '../../kernel/fields.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import { Unchanged, type Database, type Transaction } from '../../platform/database/database.ts';
import type { Lookups } from '../../platform/limits/lookup-budgets.ts';
import { statement } from '../../platform/statements/statement.ts';
import { storedRow } from '../../platform/statements/stored-row.ts';
import { invalidCustomerStatus, type UpdateCustomerRefusal } from './customer-change.errors.ts';
import { customerWasUpdated } from './customer-change.events.ts';
import {
  changedColumns,
  customerChange,
  type CustomerChange,
  type CustomerChangeRequest,
} from './customer-change.value.ts';

/** Releases the contacts of a customer that are neither in force nor in a registration under analysis. */
const RELEASE_CHANGED_CONTACTS = statement(
  'release_changed_contacts',
  `delete from customer_contact as contact
   using customer
   where customer.id = $1 and contact.customer_id = customer.id and contact.value not in (
     select unnest(array[record.phone_e164, record.email]) from customer_record as record
     where record.registration_id in (customer.registration_id, customer.pending_registration_id)
   )`,
  { writes: 'batch' },
);

export interface ChangeCustomerDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

export interface UpdateCustomerDependencies extends ChangeCustomerDependencies {
  readonly lookups: Lookups;
}

/** A customer after a mutation. */
export interface ChangedCustomer {
  readonly row: CustomerRow;
  /** False if everything was as requested before. */
  readonly changed: boolean;
}

/**
 * Changes what an approved customer has stated; what was in force is kept. Record, contacts and event commit together. A
 * look-up of the partner is reserved for new contacts, as refusals reveal whether others have them.
 */
export async function updateCustomer(
  dependencies: UpdateCustomerDependencies,
  requester: Requester,
  request: CustomerChangeRequest,
): Promise<ChangedCustomer | UpdateCustomerRefusal> {
  const change = customerChange(request);
  if (change instanceof DomainError) return change;
  const { database, lookups } = dependencies;
  const update = (lookupRefusal: TooManyLookups | undefined) =>
    database.transaction((transaction) => updateIn(transaction, { ...dependencies, requester, change, lookupRefusal }));
  if (change.phone === undefined && change.email === undefined) return update(undefined);
  const { partnerId } = requester;
  return lookups.during({ budget: 'CUSTOMER_LOOKUPS', partnerId, person: change.documentNumber }, update);
}

interface Updating extends Omit<ChangeCustomerDependencies, 'database'> {
  readonly requester: Requester;
  readonly change: CustomerChange;
  readonly lookupRefusal: TooManyLookups | undefined;
}

async function updateIn(transaction: Transaction, updating: Updating) {
  const { change, requester } = updating;
  const customer = await lockCustomer(transaction.entities, {
    partnerId: requester.partnerId,
    documentNumber: change.documentNumber,
  });
  if (customer === null) return customerNotFound();
  if (customer.status !== 'APPROVED') return invalidCustomerStatus(customer.status);
  const refusal = await refuseChange(transaction, customer, updating);
  return refusal ?? applyChange(transaction, updating, customer);
}

async function refuseChange(
  transaction: Transaction,
  customer: Customer,
  { change: { phone, email, occupation }, lookupRefusal }: Updating,
) {
  if (phone !== undefined && isBlockedCode(phone.countryCode)) return phoneCountryCodeNotAllowed(phone.countryCode);
  const { phoneE164, email: known } = await transaction.entities.findOneOrFail(CustomerRecord, customer.registrationId);
  const wanted = { phoneE164: phone?.e164 ?? phoneE164, email: email ?? known };
  if (wanted.phoneE164 !== phoneE164 || wanted.email !== known) {
    if (lookupRefusal !== undefined) return lookupRefusal;
    const refusal = await claimContacts(transaction, customer, wanted);
    if (refusal !== undefined) return refusal;
  }
  return occupation === undefined || isOccupation(occupation) ? undefined : invalidOccupation();
}

/** Changes the record in force, and keeps what it said before, unless nothing is different. */
export async function applyChange(
  transaction: Transaction,
  { change, requester, clock, random, eventLog }: Omit<Updating, 'lookupRefusal'>,
  customer: Customer,
): Promise<ChangedCustomer | Unchanged<ChangedCustomer>> {
  const { entities } = transaction;
  const { partnerId, registrationId } = customer;
  const record = await entities.findOneOrFail(CustomerRecord, registrationId);
  const columns = changedColumns(change);
  const former = Object.entries(columns).flatMap(([name, value]) => {
    const was = fieldsOf(record)[name];
    return was === value ? [] : [[name, was] as const];
  });
  if (former.length === 0)
    return new Unchanged({ row: await storedRow(transaction, FIND_CUSTOMERS, customer), changed: false });
  const at = clock.now();
  entities.create(CustomerFormerRecord, {
    id: random.timeOrderedUuid(at),
    registrationId,
    partnerId,
    replacedAt: at,
    record: Object.fromEntries(former),
  });
  Object.assign(record, columns);
  customer.updatedAt = at;
  await entities.flush();
  await transaction.run(RELEASE_CHANGED_CONTACTS, [customer.id]);
  const row = await storedRow(transaction, FIND_CUSTOMERS, customer);
  await eventLog.record(transaction, customerWasUpdated({ customer, requester, at }, random));
  transaction.afterCommit(eventLog.wake);
  return { row, changed: true };
}
