import type { EventLog } from '../../events/log/event-log.ts';
import { wordsOf } from '../../events/log/raw-name.value.ts';
import { OTHER } from '../../kernel/domain-event.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { FIND_INTENT_OF_EVENT, HASTEN_INTENTS } from '../intents/open-intent.rows.ts';
import type { Settling, ToldSubject } from './event-subject.port.ts';
import { FIND_STANDING_EVENTS, LOCK_ENTITY, NOTE_EVENT } from './provider-event.rows.ts';
import type { ToldEvent } from './provider-event.value.ts';

export interface TakeEventNeeds {
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly toldSubjects: readonly ToldSubject[];
}

/** What has become of an event that was received. */
export type Taken = 'LOGGED' | 'REPEATED' | 'PARKED';

/** Logs an event once, with what it changes; or parks it, while what it is about is not known here. */
export async function takeEvent(needs: TakeEventNeeds, database: Database, event: ToldEvent): Promise<Taken> {
  const { partnerId, entityId, idempotencyKey } = event;
  return database.transaction(async (transaction) => {
    const [, [standing], [intent]] = await transaction.pipeline((pipelined) =>
      Promise.all([
        pipelined.run(LOCK_ENTITY, [partnerId, entityId]),
        pipelined.run(FIND_STANDING_EVENTS, [partnerId, idempotencyKey, entityId]),
        pipelined.run(FIND_INTENT_OF_EVENT, [partnerId, event.correlationId]),
      ]),
    );
    if (standing?.isKnown === true) return 'REPEATED';
    const subject = subjectOf(needs, event);
    // What an open intent has made is stored with its outcome, before the event is logged.
    const isOfIntent = intent !== undefined && intent.mutation === subject?.mutation?.name;
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

/** What does something about an event; undefined: nothing does. */
export function subjectOf({ toldSubjects }: Pick<TakeEventNeeds, 'toldSubjects'>, event: ToldEvent) {
  const { name } = wordsOf(event.name, event.context);
  if (name === OTHER || event.entityId === '') return undefined;
  return toldSubjects.find(({ names }) => names.includes(name));
}

/** Finds, stores or moves what a known event is about. */
export async function settle(needs: TakeEventNeeds, sql: Sql, event: ToldEvent): Promise<Settling> {
  const subject = subjectOf(needs, event);
  return subject === undefined ? 'UNREADABLE' : subject.settle(sql, event, needs.clock.now());
}

interface Logging {
  readonly event: ToldEvent;
  readonly settling: Exclude<Settling, 'UNKNOWN'>;
}

/** Without a subject each event is separate. False: it was received before, or raised here. */
export async function logEvent(
  { eventLog, clock, random }: TakeEventNeeds,
  sql: Sql,
  { event, settling }: Logging,
): Promise<boolean> {
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const { partnerId, idempotencyKey, correlationId, name, context, entityId, occurredAt, body } = event;
  const subject = settling === 'UNREADABLE' ? { subjectId: null, accountId: null, round: idempotencyKey } : settling;
  const noted = { id, partnerId, idempotencyKey, name, entityId, round: subject.round, receivedAt: now.toISOString() };
  if ((await sql.run(NOTE_EVENT, { ...noted, body: null, dueAt: null })).length === 0) return false;
  const { subjectId, accountId = null } = subject;
  const told = { id, partnerId, entityId, subjectId, accountId, idempotencyKey, correlationId, occurredAt };
  await eventLog.recordText(sql, { ...told, ...wordsOf(name, context) }, body);
  return true;
}

async function park(
  { clock, random }: TakeEventNeeds,
  sql: Sql,
  { event, isFirst }: { readonly event: ToldEvent; readonly isFirst: boolean },
): Promise<Taken> {
  const now = clock.now();
  const { partnerId, idempotencyKey, name, entityId, body } = event;
  const noted = { id: random.timeOrderedUuid(now), partnerId, idempotencyKey, name, entityId, round: null, body };
  const at = now.toISOString();
  const parked = await sql.run(NOTE_EVENT, { ...noted, receivedAt: at, dueAt: isFirst ? at : null });
  return parked.length > 0 ? 'PARKED' : 'REPEATED';
}
