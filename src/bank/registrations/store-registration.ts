import type { DomainEvent } from '../../kernel/domain-event.ts';
import type { Random } from '../../kernel/random.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import type { NewRegistration } from './new-registration.value.ts';
import type { TakenRegistration } from './register-customer.rows.ts';
import { registrationEvent } from './registration.events.ts';
import type { RegistrationRow } from './registration.rows.ts';

/** Initial status of every registration. */
const STATUS = 'PENDING_APPROVAL';
const NO_DETAILED_ANALYSIS = { detailedRequestedAt: null, detailedDueAt: null, detailedDecidedAt: null };

export interface StoreRegistrationNeeds {
  readonly eventLog: EventLog;
  readonly random: Random;
  /** Seconds after which the analysis of a registration is due. */
  readonly analysisSeconds: number;
}

export interface TakenIn {
  readonly requester: Requester;
  readonly wanted: NewRegistration;
  readonly now: Date;
  readonly id: string;
}

/** Returns the event of an accepted registration. */
export function receivedEvent({ requester, wanted, now, id }: TakenIn, random: Random): DomainEvent {
  const { documentNumber } = wanted;
  return registrationEvent({ registrationId: id, documentNumber, status: STATUS, requester, at: now }, random);
}

/** Returns an accepted registration whose analysis is due after `analysisSeconds`. */
export function takenRegistration({ requester, now, id }: TakenIn, analysisSeconds: number): TakenRegistration {
  const { partnerId, correlationId } = requester;
  const dueAt = new Date(now.getTime() + analysisSeconds * 1_000).toISOString();
  return { id, partnerId, correlationId, receivedAt: now.toISOString(), dueAt };
}

/** The same as read from storage. */
export function rowOf({ wanted: { documentNumber }, now, id }: TakenIn): RegistrationRow {
  const undecided = { decidedAt: null, reasons: [], ...NO_DETAILED_ANALYSIS };
  return { id, documentNumber, status: STATUS, receivedAt: now.toISOString(), ...undecided };
}
