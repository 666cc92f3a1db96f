import { instantOf } from '../../../platform/statements/instant.ts';
import { asking } from '../intents/provider-side.ts';
import { unlessUnstorable } from '../intents/unstorable.ts';
import type { Fetched, Settling } from './event-subject.port.ts';
import { LOCK_ENTITY, POSTPONE_PARKED, UNPARK, WAKE_NEXT_PARKED, type ParkedEvent } from './provider-event.rows.ts';
import { settleIntentOfEvent, type SettleIntentNeeds } from './settle-intent-of-event.ts';
import { logEvent, settle, subjectOf } from './take-event.ts';
import { readEvent, type ReceivedEvent } from './provider-event.value.ts';

/** Backoff between attempts to release a parked event, in seconds; the last one repeats. */
const REST_SECONDS = [1, 2, 5, 10, 30, 60, 300] as const;
/** After how long an event is logged without its subject, in seconds. */
const GIVEN_UP_SECONDS = 86_400;

export type ReleaseNeeds = SettleIntentNeeds;

/** Logs a parked event once its subject is known here, or without it if it cannot be fetched. */
export async function releaseParked(needs: ReleaseNeeds, parked: ParkedEvent): Promise<void> {
  const receivedAt = instantOf(parked.receivedAt);
  const event = readEvent(parked.body, { partnerId: parked.partnerId, receivedAt });
  if (event === undefined) throw new Error('A parked event cannot be read although it was.');
  const ageSeconds = (needs.clock.now().getTime() - receivedAt.getTime()) / 1_000;
  const isOpen = (await settleIntentOfEvent(needs, event)) === 'OPEN';
  if (isOpen && ageSeconds < GIVEN_UP_SECONDS) return postpone(needs, parked);
  if (await release(needs, parked, event)) return;
  const fetched = await fetchSubject(needs, event);
  if (fetched === 'UNAVAILABLE' && ageSeconds < GIVEN_UP_SECONDS) return postpone(needs, parked);
  await release(needs, parked, event, 'UNREADABLE');
}

/** Asks the provider for the subject of an event. */
async function fetchSubject(needs: ReleaseNeeds, event: ReceivedEvent): Promise<Fetched> {
  const { provider } = needs;
  const ask = asking(provider, event, { priority: 'RESUMPTION' });
  const fetching = { ...needs, event, ask, secrets: provider.secrets };
  return unlessUnstorable(
    provider,
    'UNAVAILABLE',
    async () => (await subjectOf(needs, event)?.fetch?.(fetching)) ?? 'UNAVAILABLE',
  );
}

/** Releases an event; false if its subject is still not known here. */
async function release(
  needs: ReleaseNeeds,
  { id, partnerId, entityId }: ParkedEvent,
  event: ReceivedEvent,
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
