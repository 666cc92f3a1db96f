import type { EventLog } from '../../../events/log/event-log.ts';
import { wordsOf } from '../../../events/log/raw-name.value.ts';
import { OTHER } from '../../../kernel/domain-event.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Database, Sql } from '../../../platform/database/database.ts';
import { FIND_INTENT_OF_EVENT, HASTEN_INTENTS } from '../intents/open-intent.rows.ts';
import type { Settling, ProviderSubject } from './event-subject.port.ts';
import { FIND_STANDING_EVENTS, LOCK_ENTITY, NOTE_EVENT } from './provider-event.rows.ts';
import type { ReceivedEvent } from './provider-event.value.ts';

export interface TakeEventNeeds {
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly providerSubjects: readonly ProviderSubject[];
  readonly secrets: SecretBox;
}

/** What became of a received event. */
export type Taken = 'LOGGED' | 'REPEATED' | 'PARKED';

/** Logs an event once, with the changes that it causes, or parks it while its subject is not known here. */
export async function takeEvent(needs: TakeEventNeeds, database: Database, event: ReceivedEvent): Promise<Taken> {
  const { partnerId, entityId, idempotencyKey } = event;
  return database.transaction(async (transaction) => {
    const [, [standing], intents] = await transaction.pipeline((pipelined) =>
      Promise.all([
        pipelined.run(LOCK_ENTITY, [partnerId, entityId]),
        pipelined.run(FIND_STANDING_EVENTS, [partnerId, idempotencyKey, entityId]),
        pipelined.run(FIND_INTENT_OF_EVENT, [partnerId, event.correlationId]),
      ]),
    );
    if (standing?.isKnown === true) return 'REPEATED';
    const subject = subjectOf(needs, event);
    // What an open intent created is stored with its outcome, before the event is logged.
    const isOfIntent = intents.some(({ mutation }) => mutation === subject?.mutation?.name);
    const waits = standing?.isParked === true || isOfIntent;
    const settling = waits ? 'UNKNOWN' : await settle(needs, transaction, event);
    if (settling === 'UNKNOWN' && !isOfIntent && subject?.mutation !== undefined)
      await transaction.run(HASTEN_INTENTS, [partnerId, subject.mutation.name, needs.clock.now().toISOString()]);
    if (settling === 'UNKNOWN') return park(needs, transaction, { event, isFirst: standing?.isParked !== true });
    if (!(await logEvent(needs, transaction, { event, settling }))) return 'REPEATED';
    transaction.afterCommit(needs.eventLog.wake);
    return 'LOGGED';
  });
}

/** Returns what handles an event; undefined if nothing does. */
export function subjectOf({ providerSubjects }: Pick<TakeEventNeeds, 'providerSubjects'>, event: ReceivedEvent) {
  const { name } = wordsOf(event.name, event.context);
  if (name === OTHER || event.entityId === '') return undefined;
  return providerSubjects.find(({ names }) => names.includes(name));
}

/** Finds, stores or updates the subject of an event. */
export async function settle(needs: TakeEventNeeds, sql: Sql, event: ReceivedEvent): Promise<Settling> {
  const subject = subjectOf(needs, event);
  const { clock, secrets } = needs;
  return subject === undefined ? 'UNREADABLE' : subject.settle(sql, event, { now: clock.now(), secrets });
}

interface Logging {
  readonly event: ReceivedEvent;
  readonly settling: Exclude<Settling, 'UNKNOWN'>;
}

/** Logs an event; without a subject, each event is separate. False if it was received before, or raised here. */
export async function logEvent(needs: TakeEventNeeds, sql: Sql, { event, settling }: Logging): Promise<boolean> {
  const { eventLog, clock, random } = needs;
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const { partnerId, idempotencyKey, correlationId, name, context, entityId, occurredAt } = event;
  const subject = settling === 'UNREADABLE' ? { subjectId: null, accountId: null, round: idempotencyKey } : settling;
  const noted = { id, partnerId, idempotencyKey, name, entityId, round: subject.round, receivedAt: now.toISOString() };
  if ((await sql.run(NOTE_EVENT, { ...noted, body: null, dueAt: null })).length === 0) return false;
  const { subjectId, accountId = null } = subject;
  const reported = { id, partnerId, entityId, subjectId, accountId, idempotencyKey, correlationId, occurredAt };
  const logged = subjectId === null ? undefined : subjectOf(needs, event)?.loggedBody?.(event, subjectId);
  await eventLog.recordText(sql, { ...reported, ...wordsOf(name, context) }, logged ?? event.body);
  return true;
}

async function park(
  { clock, random }: TakeEventNeeds,
  sql: Sql,
  { event, isFirst }: { readonly event: ReceivedEvent; readonly isFirst: boolean },
): Promise<Taken> {
  const now = clock.now();
  const { partnerId, idempotencyKey, name, entityId, body } = event;
  const noted = { id: random.timeOrderedUuid(now), partnerId, idempotencyKey, name, entityId, round: null, body };
  const at = now.toISOString();
  const parked = await sql.run(NOTE_EVENT, { ...noted, receivedAt: at, dueAt: isFirst ? at : null });
  return parked.length > 0 ? 'PARKED' : 'REPEATED';
}
