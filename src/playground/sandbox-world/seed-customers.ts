import type { ReprovalReason } from '../../bank/customers/reproval-reason.enum.ts';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { CustomerContact } from '../../bank/customers/customer-contact.entity.ts';
import { CustomerRecord } from '../../bank/customers/customer-record.entity.ts';
import { CustomerRegistration } from '../../bank/customers/customer-registration.entity.ts';
import { Customer } from '../../bank/customers/customer.entity.ts';
import { Holder } from '../../bank/customers/holder.entity.ts';
import type { Random } from '../../kernel/random.ts';
import type { DomainEvent } from '../../kernel/domain-event.ts';
import { REPROVAL_REASON } from './sandbox-analyses.rules.ts';
import { SANDBOX_PERSONS, SANDBOX_RESIDENCE, type SandboxPerson } from './sandbox-persons.ts';

/** Country code of their phones. */
const COUNTRY_CODE = '55';

/** A registration, as its events report it. */
interface PastRegistration {
  readonly id: string;
  readonly partnerId: string;
  readonly documentNumber: string;
  readonly status: 'PENDING_APPROVAL' | 'APPROVED' | 'REPROVED';
  readonly correlationId: string;
  readonly receivedAt: Date;
  readonly decidedAt: Date | null;
}

/**
 * Stores the registrations that customer events are about, and a customer for each person who holds an account. No
 * analysis is under way for any of them: pending ones stay pending.
 */
export async function seedCustomers(
  em: SqlEntityManager,
  events: readonly DomainEvent[],
  random: Random,
): Promise<void> {
  const registered = [...Map.groupBy(events, ({ subjectId }) => subjectId).values()].flatMap(registrationOf);
  const holders = await em.find(Holder, { type: 'CUSTOMER' });
  const own = holders.flatMap((holder) => {
    const isOwn = (registration: PastRegistration) =>
      registration.partnerId === holder.partnerId &&
      registration.documentNumber === holder.documentValue &&
      registration.status === holder.registrationStatus;
    const person = SANDBOX_PERSONS.find(({ documentNumber }) => documentNumber === holder.documentValue);
    return person === undefined
      ? []
      : [{ holder, person, registration: registered.findLast(isOwn) ?? unregistered(holder, random) }];
  });
  const registrations = new Set([...registered, ...own.map(({ registration }) => registration)]);
  await em.insertMany(
    CustomerRegistration,
    [...registrations].map((registration) => ({ ...registration, reasons: reasonsOf(registration) })),
  );
  await em.insertMany(
    CustomerRecord,
    own.map(({ holder, person, registration }) => recordOf(holder, person, registration.id)),
  );
  const customers = own.map(({ holder, person, registration }) => ({
    person,
    customer: customerOf(holder, registration, random),
  }));
  await em.insertMany(
    Customer,
    customers.map(({ customer }) => customer),
  );
  await em.insertMany(
    CustomerContact,
    customers.flatMap(({ person, customer: { id: customerId, partnerId } }) => [
      { partnerId, customerId, kind: 'PHONE', value: e164Of(person) },
      { partnerId, customerId, kind: 'EMAIL', value: person.email },
    ]),
  );
}

/** Returns the registration that a series of events is about; none if they are about something else. */
function registrationOf(events: readonly DomainEvent[]): PastRegistration[] {
  const [received, decided] = events;
  if (received?.name !== 'CUSTOMER_WAS_RECEIVED') return [];
  const { subjectId: id, partnerId, entityId: documentNumber, correlationId, occurredAt: receivedAt } = received;
  const registration = { id, partnerId, documentNumber, correlationId, receivedAt };
  if (decided === undefined) return [{ ...registration, status: 'PENDING_APPROVAL', decidedAt: null }];
  const status = decided.name === 'CUSTOMER_WAS_APPROVED' ? 'APPROVED' : 'REPROVED';
  return [{ ...registration, status, decidedAt: decided.occurredAt }];
}

function reasonsOf({ status }: PastRegistration): ReprovalReason[] {
  return status === 'REPROVED' ? [REPROVAL_REASON] : [];
}

/** Makes a registration for a holder without events. */
function unregistered({ partnerId, documentValue, createdAt }: Holder, random: Random): PastRegistration {
  const [id, correlationId] = [random.timeOrderedUuid(createdAt), random.uuid()];
  const instants = { receivedAt: createdAt, decidedAt: createdAt };
  return { id, partnerId, documentNumber: documentValue, status: 'APPROVED', correlationId, ...instants };
}

function customerOf(
  { partnerId }: Holder,
  { id, documentNumber, status, receivedAt }: PastRegistration,
  random: Random,
) {
  return {
    id: random.timeOrderedUuid(receivedAt),
    partnerId,
    documentNumber,
    status,
    registrationId: id,
    pendingRegistrationId: status === 'PENDING_APPROVAL' ? id : null,
    createdAt: receivedAt,
  };
}

function recordOf({ name, partnerId }: Holder, person: SandboxPerson, registrationId: string) {
  const { birthDate, phoneNumber, email, motherName, incomeValue, occupation } = person;
  return {
    ...SANDBOX_RESIDENCE,
    registrationId,
    partnerId,
    registerName: name,
    birthDate,
    phoneCountryCode: COUNTRY_CODE,
    phoneNumber,
    phoneE164: e164Of(person),
    email,
    incomeValue,
    incomeCurrency: 'BRL',
    occupation,
    pepLevel: 'NONE' as const,
    motherName,
  };
}

function e164Of({ phoneNumber }: SandboxPerson): string {
  return `+${COUNTRY_CODE}${phoneNumber}`;
}
