import * as v from 'valibot';
import type { EventLog } from '../../../events/log/event-log.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Requester } from '../../../kernel/requester.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { advisoryLock } from '../../../platform/database/advisory-lock.ts';
import type { Entities } from '../../../platform/statements/entities.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { noteOwnEvent } from '../events/note-own-event.ts';
import { ProviderEvent } from '../events/provider-event.entity.ts';
import {
  optional,
  providerAmount,
  providerCurrency,
  providerDate,
  providerEnum,
  providerText,
  readFound,
} from '../intents/provider-values.ts';
import type { Fetched } from '../events/event-subject.port.ts';
import type { ReadAccess } from '../intents/provider-mutation.ts';
import { fieldAt } from '../../../kernel/fields.ts';
import { openInputs } from '../intents/open-inputs.ts';
import { noteReading } from '../reads/provider-reading.rows.ts';
import { CustomerRecord } from '../../../bank/customers/customer-record.entity.ts';
import { PepLevel } from '../../../bank/customers/customer-record.enum.ts';
import { CustomerRegistration } from '../../../bank/customers/customer-registration.entity.ts';
import { Customer } from '../../../bank/customers/customer.entity.ts';
import {
  concludeRegistration,
  UPDATE_HOLDER,
  type ConcludeDependencies,
} from '../../../bank/registration-decisions/conclude-registration.ts';
import { changedAt, customerRequest, isSince, PROVIDER_CUSTOMER } from '../registrations/provider-customer.ts';
import { REGISTER_CUSTOMER } from '../../../bank/registrations/register-customer.ts';
import { insertRegistration } from '../../../bank/registrations/register-customer.rows.ts';
import { TAKE_CUSTOMER } from '../registrations/take-customer.rows.ts';
import { adoptVerdict } from './adopt-verdict.ts';
import { verdictOn } from './provider-decision.ts';
import { CUSTOMER_WAS_RECEIVED } from '../../../bank/registrations/registration.events.ts';
import { lockCustomer } from '../../../bank/customers/lock-customer.ts';

const text = optional(v.string());

const ADDRESS = v.pipe(
  v.object({
    zipCode: optional(providerText),
    zipcode: optional(providerText),
    addressLine: text,
    buildingNumber: optional(providerText),
    complement: text,
    neighborhood: text,
    city: text,
    state: text,
    country: text,
  }),
  v.transform(({ zipcode, zipCode, ...address }) => ({ zipCode: zipCode ?? zipcode, ...address })),
);
const NO_ADDRESS = v.parse(ADDRESS, {});

/** A customer as the provider shows it, with what it shows of the record in force. */
const SHOWN = v.object({
  ...PROVIDER_CUSTOMER.entries,
  registerName: text,
  socialName: text,
  birthDate: optional(providerDate),
  phone: optional(v.object({ countryCode: providerText, number: providerText })),
  address: optional(ADDRESS),
  assertedIncome: optional(v.object({ value: providerAmount(0), currency: optional(providerCurrency) })),
  occupation: text,
  pep: optional(v.object({ level: providerEnum(PepLevel) })),
  isPoliticallyExposedPerson: optional(v.boolean()),
  motherName: text,
  email: text,
});
type ShownCustomer = v.InferOutput<typeof SHOWN>;

const LOCK_PERSON = statement('lock_person_that_is_read', `select ${advisoryLock('provider-customer', '$1', '$2')}`);

interface FetchCustomerNeeds {
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Fetches a customer from the provider. A registration under analysis here is concluded if the provider has decided it.
 * Status and record become the provider's. An unknown customer is stored, unless an open intent may have created it. The
 * stored data stays stale if a decision has overtaken the response, or if it shows a registration that is not known here.
 */
export async function fetchCustomer(
  needs: FetchCustomerNeeds,
  documentNumber: string,
  { requester, database, ask, secrets }: ReadAccess & { readonly requester: Requester },
): Promise<Fetched> {
  const { clock } = needs;
  const { partnerId } = requester;
  const person = { partnerId, documentNumber };
  const before = await database.entities.findOne(Customer, person);
  const found = await ask(customerRequest(documentNumber, 'DETAILED'));
  if (found === 'absent') return 'MISSING';
  const shown = readFound(SHOWN, found);
  if (shown === undefined) return 'UNAVAILABLE';
  await concludeIfDecided({ ...needs, database, noteVerdict: noteOwnEvent }, { requester, documentNumber, shown });
  return database.transaction(async (transaction) => {
    const { entities } = transaction;
    await transaction.run(LOCK_PERSON, [partnerId, documentNumber]);
    const open = await openInputs(transaction, secrets, { partnerId, mutation: REGISTER_CUSTOMER });
    const isMade = open.some((input) => fieldAt(input, 'documentNumber') === documentNumber);
    // Locked, so that no event decides on it until the commit.
    const known = await lockCustomer(entities, person);
    if (known === null && (isMade || shown.birthDate === null)) return 'UNAVAILABLE';
    if (known === null) await importCustomer(transaction, needs, { requester, documentNumber, shown });
    else if (isOvertaken(shown, { before, now: known })) return 'FETCHED';
    const customer = known ?? (await entities.findOneOrFail(Customer, person));
    const isPending = Boolean(customer.pendingRegistrationId);
    if (shown.status === 'PENDING_APPROVAL' && !isPending) return 'FETCHED';
    if (shown.status !== 'PENDING_APPROVAL') {
      if (!isPending) await change(entities, customer, { shown, isMade });
      await entities.flush();
      await transaction.run(UPDATE_HOLDER, [customer.id]);
    }
    await noteReading(transaction, clock, { partnerId, subjectIds: [customer.id] });
    return 'FETCHED';
  });
}

/**
 * Whether a customer was changed while the provider was asked, other than by the decision that it shows: an event can
 * arrive before a response that was made earlier.
 */
function isOvertaken(
  shown: ShownCustomer,
  { before, now }: { readonly before: Customer | null; readonly now: Customer },
): boolean {
  const { registrationId, pendingRegistrationId, providerDecidedAt } = now;
  const isDecided = before?.providerDecidedAt?.getTime() !== providerDecidedAt?.getTime();
  const changed = changedAt(shown);
  if (isDecided && providerDecidedAt) return changed === null || new Date(changed) < providerDecidedAt;
  if (isDecided || before === null) return true;
  return before.registrationId !== registrationId || before.pendingRegistrationId !== pendingRegistrationId;
}

interface Change {
  readonly shown: ShownCustomer;
  /** Whether an open intent may have requested a later registration, on which what is shown is no decision. */
  readonly isMade: boolean;
}

/** Changes status, reasons and record of a customer without a pending registration to what is shown. */
async function change(entities: Entities, customer: Customer, { shown, isMade }: Change): Promise<void> {
  const { registrationId } = customer;
  const registration = await entities.findOneOrFail(CustomerRegistration, registrationId);
  const record = await entities.findOneOrFail(CustomerRecord, registrationId);
  const updatedAt = shown.updatedAt === null ? null : new Date(shown.updatedAt);
  const isOurs = await wasReceivedHere(entities, customer);
  customer.status = shown.status;
  const changed = changedAt(shown);
  if (!isMade && changed !== null) customer.providerDecidedAt = later(customer.providerDecidedAt, new Date(changed));
  if (!isOurs && shown.createdAt !== null) customer.createdAt = new Date(shown.createdAt);
  customer.updatedAt = isOurs ? later(customer.updatedAt, updatedAt) : updatedAt;
  registration.reasons = [...shown.reasons];
  Object.assign(record, recordOf(shown));
}

/** Whether this gateway accepted the registration in force: its client was notified of the time, by our clock. */
async function wasReceivedHere(
  entities: Entities,
  { partnerId, documentNumber: entityId, registrationId: round }: Customer,
): Promise<boolean> {
  const { name } = CUSTOMER_WAS_RECEIVED;
  return (await entities.count(ProviderEvent, { partnerId, name, entityId, round })) > 0;
}

function later(one: Date | null | undefined, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}

/** Returns the columns of a record that the provider shows. */
function recordOf(shown: ShownCustomer) {
  const { registerName, socialName, birthDate, email, occupation, motherName, phone, address, assertedIncome } = shown;
  const columns = {
    ...{ registerName, socialName, birthDate, email, occupation, motherName, ...address },
    ...(phone && { phoneCountryCode: phone.countryCode, phoneNumber: phone.number, phoneE164: e164Of(phone) }),
    ...(assertedIncome && { incomeValue: assertedIncome.value, incomeCurrency: assertedIncome.currency }),
    pepLevel: shown.pep?.level,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null && value !== undefined));
}

function e164Of({ countryCode, number }: NonNullable<ShownCustomer['phone']>): string {
  return `+${countryCode}${number}`;
}

/** Also records its event, as the worker that polls the provider does. */
async function concludeIfDecided(
  needs: ConcludeDependencies,
  { requester, documentNumber, shown }: Importing,
): Promise<void> {
  const verdict = verdictOn(shown);
  if (verdict === undefined) return;
  const { entities } = needs.database;
  const customer = await entities.findOne(Customer, { partnerId: requester.partnerId, documentNumber });
  if (!customer?.pendingRegistrationId) return;
  const pending = await entities.findOneOrFail(CustomerRegistration, customer.pendingRegistrationId);
  const { id, receivedAt, correlationId } = pending;
  if (!isSince(shown, receivedAt)) return;
  await concludeRegistration(
    needs,
    { ...requester, id, documentNumber, receivedAt: receivedAt.toISOString(), correlationId },
    verdict,
  );
}

interface Importing {
  readonly requester: Requester;
  readonly documentNumber: string;
  readonly shown: ShownCustomer;
}

/** Stores a customer as if registered here, and decided immediately unless it is under analysis there. */
async function importCustomer(
  transaction: Transaction,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { requester: { partnerId, correlationId }, documentNumber, shown }: Importing,
): Promise<void> {
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const createdAt = shown.createdAt ?? now.toISOString();
  await transaction.run(TAKE_CUSTOMER, [random.timeOrderedUuid(now), partnerId, documentNumber, id, createdAt]);
  const taken = { id, partnerId, correlationId, receivedAt: createdAt, dueAt: now.toISOString() };
  await insertRegistration(transaction, taken, {
    documentNumber,
    ...stated(shown),
    documentation: { selfie: null, idCardFront: null, idCardBack: null },
  });
  const verdict = verdictOn(shown);
  if (verdict === undefined) return;
  // A customer who was canceled or blocked was one: the record is in force.
  const status = shown.status === 'REPROVED' ? shown.status : 'APPROVED';
  await adoptVerdict(transaction, id, { status, reasons: verdict.reasons }, now);
}

/** Returns a record for what is shown; what is not is empty. */
function stated(shown: ShownCustomer) {
  const {
    registerName,
    socialName,
    birthDate,
    email,
    occupation,
    motherName,
    assertedIncome,
    isPoliticallyExposedPerson,
  } = shown;
  const address = shown.address ?? NO_ADDRESS;
  const phone = shown.phone ?? { countryCode: '', number: '' };
  return {
    registerName: registerName ?? '',
    socialName,
    birthDate: birthDate ?? '',
    email: email ?? '',
    occupation: occupation ?? '',
    motherName: motherName ?? '',
    declaredIncome: null,
    assertedIncome: { value: assertedIncome?.value ?? '0.00', currency: assertedIncome?.currency ?? 'BRL' },
    pepLevel: shown.pep?.level ?? (isPoliticallyExposedPerson === true ? PepLevel.SELF : PepLevel.NONE),
    phone: { ...phone, e164: shown.phone === null ? '' : e164Of(shown.phone) },
    address: {
      zipCode: address.zipCode ?? '',
      addressLine: address.addressLine ?? '',
      buildingNumber: address.buildingNumber ?? '',
      complement: address.complement,
      neighborhood: address.neighborhood ?? '',
      city: address.city ?? '',
      state: address.state ?? '',
      country: address.country ?? '',
    },
  };
}
