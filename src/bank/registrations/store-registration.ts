import type { DomainEvent } from '../../kernel/domain-event.ts';
import type { Random } from '../../kernel/random.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import type { AtCommit, Sql, Transaction } from '../../platform/database/database.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import type { NewRegistration } from './new-registration.value.ts';
import { insertRegistration } from './register-customer.rows.ts';
import { registrationEvent } from './registration.events.ts';
import type { RegistrationRow } from './registration.rows.ts';

/** How each registration begins. */
const STATUS = 'PENDING_APPROVAL';

export interface StoreRegistrationNeeds {
  readonly eventLog: EventLog;
  readonly random: Random;
  /** After how long the analysis of a registration is asked for. */
  readonly analysisSeconds: number;
}

export interface TakenIn {
  readonly requester: Requester;
  readonly wanted: NewRegistration;
  readonly now: Date;
  readonly id: string;
}

/** The event of a registration that is taken in. */
export function receivedEvent({ requester, wanted, now, id }: TakenIn, random: Random): DomainEvent {
  const { documentNumber } = wanted;
  return registrationEvent({ registrationId: id, documentNumber, status: STATUS, requester, at: now }, random);
}

/**
 * Stores a registration that is taken in and the event of it, as the last statements of their transaction.
 * @param record records the event
 */
export function storeRegistration(
  transaction: Transaction,
  { eventLog, analysisSeconds }: Omit<StoreRegistrationNeeds, 'random'>,
  { requester, wanted, now, id, record }: TakenIn & { readonly record: (sql: Sql) => Promise<void> },
): AtCommit<Made<RegistrationRow>> {
  const { documentNumber } = wanted;
  const receivedAt = now.toISOString();
  const dueAt = new Date(now.getTime() + analysisSeconds * 1_000).toISOString();
  const taken = { ...requester, id, receivedAt, dueAt };
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([insertRegistration(pipelined, taken, wanted), record(pipelined)]);
    return { row: { id, documentNumber, status: STATUS, receivedAt, decidedAt: null, reasons: [] }, replayed: false };
  });
}
