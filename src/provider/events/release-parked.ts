import { instantOf } from '../../platform/statements/instant.ts';
import { asking } from '../intents/provider-side.ts';
import type { Fetched, Settling } from './event-subject.port.ts';
import {
  LOCK_ENTITY,
  POSTPONE_PARKED,
  TAKE_UP_PARKED,
  UNPARK,
  WAKE_NEXT_PARKED,
  type ParkedEvent,
} from './provider-event.rows.ts';
import { settleIntentOfEvent, type SettleIntentNeeds } from './settle-intent-of-event.ts';
import { logEvent, settle, subjectOf } from './take-event.ts';
import { toldEvent, type ToldEvent } from './provider-event.value.ts';

/** Parked events that one run takes up at most. */
const BATCH_SIZE = 20;
/** For how long nobody else takes up what is taken up, in seconds: a fetch has its own bound. */
const LEASE_SECONDS = 60;
/** Rests before looks at a parked event, in seconds; the last one is that of all further looks. */
const REST_SECONDS = [1, 2, 5, 10, 30, 60, 300] as const;
/** After how long an event is logged without what it is about, in seconds. */
const GIVEN_UP_SECONDS = 86_400;

export type ReleaseNeeds = SettleIntentNeeds;

/**
 * Logs parked events, in their order, once what they are about is known here; those of which it cannot be had without it.
 * @returns whether the batch was full, so that there may be more
 */
export async function releaseParked(needs: ReleaseNeeds): Promise<boolean> {
  const now = needs.clock.now();
  const leasedUntil = new Date(now.getTime() + LEASE_SECONDS * 1_000).toISOString();
  const taken = await needs.database.run(TAKE_UP_PARKED, [now.toISOString(), leasedUntil, BATCH_SIZE]);
  for (const parked of taken) await releaseOne(needs, parked);
  return taken.length === BATCH_SIZE;
}

async function releaseOne(needs: ReleaseNeeds, parked: ParkedEvent): Promise<void> {
  const receivedAt = instantOf(parked.receivedAt);
  const event = toldEvent(parked.body, { partnerId: parked.partnerId, receivedAt });
  if (event === undefined) throw new Error('A parked event cannot be read although it was.');
  const ageSeconds = (needs.clock.now().getTime() - receivedAt.getTime()) / 1_000;
  const isOpen = (await settleIntentOfEvent(needs, event)) === 'OPEN';
  if (isOpen && ageSeconds < GIVEN_UP_SECONDS) return postpone(needs, parked);
  if (await release(needs, parked, event)) return;
  const fetched = await fetchSubject(needs, event);
  if (fetched === 'UNAVAILABLE' && ageSeconds < GIVEN_UP_SECONDS) return postpone(needs, parked);
  await release(needs, parked, event, 'UNREADABLE');
}

/** Asks the provider for what an event is about. */
async function fetchSubject(needs: ReleaseNeeds, event: ToldEvent): Promise<Fetched> {
  const ask = asking(needs.provider, event, { priority: 'RESUMPTION' });
  return (await subjectOf(needs, event)?.fetch?.({ ...needs, event, ask })) ?? 'UNAVAILABLE';
}

/** False: what it is about is still not known here. */
async function release(
  needs: ReleaseNeeds,
  { id, partnerId, entityId }: ParkedEvent,
  event: ToldEvent,
  otherwise?: Exclude<Settling, 'UNKNOWN'>,
): Promise<boolean> {
  return needs.database.transaction(async (transaction) => {
    await transaction.run(LOCK_ENTITY, [partnerId, entityId]);
    const settled = await settle(needs, transaction, event);
    const settling = settled === 'UNKNOWN' ? otherwise : settled;
    if (settling === undefined) return false;
    if ((await transaction.run(UNPARK, [id])).length > 0) {
      await logEvent(needs, transaction, { event, settling });
      await transaction.run(WAKE_NEXT_PARKED, [partnerId, entityId, needs.clock.now().toISOString()]);
      transaction.afterCommit(needs.eventLog.wake);
    }
    return true;
  });
}

async function postpone({ database, clock }: ReleaseNeeds, { id, tries }: ParkedEvent): Promise<void> {
  const restSeconds = REST_SECONDS[Math.min(tries, REST_SECONDS.length) - 1] ?? REST_SECONDS[0];
  await database.run(POSTPONE_PARKED, [id, new Date(clock.now().getTime() + restSeconds * 1_000).toISOString()]);
}
