import type { Database } from '../../../platform/database/database.ts';
import { POSTPONE_INTENT } from '../intents/intent.rows.ts';
import { INTENT_LEASE_MARGIN_SECONDS } from '../intents/perform-intent.ts';
import { asking, type ProviderSide } from '../intents/provider-side.ts';
import type { Resumable } from '../intents/resume-intents.ts';
import { FIND_INTENT_OF_EVENT, TAKE_INTENTS_OF_EVENT } from '../intents/open-intent.rows.ts';
import { subjectOf, type TakeEventNeeds } from './take-event.ts';
import type { ReceivedEvent } from './provider-event.value.ts';

/** After how long an intent that its event could not settle is resumed, in seconds. */
const REST_SECONDS = 1;

/** `OPEN`: a request or a worker holds it, or the provider does not answer. */
type Outcome = 'NONE' | 'SETTLED' | 'OPEN';

export interface SettleIntentNeeds extends TakeEventNeeds {
  readonly database: Database;
  readonly provider: ProviderSide;
  readonly resumables: readonly Resumable[];
}

/**
 * Settles the open intent that an event refers to by its correlation id, with what the provider shows of it.
 */
export async function settleIntentOfEvent(needs: SettleIntentNeeds, event: ReceivedEvent): Promise<Outcome> {
  const { database, provider, resumables, random, clock } = needs;
  const { partnerId, correlationId } = event;
  const reported = subjectOf(needs, event)?.mutation;
  const mutation = resumables.find(({ name }) => name === reported?.name);
  if (reported === undefined || mutation === undefined) return 'NONE';
  const open = await database.run(FIND_INTENT_OF_EVENT, [partnerId, correlationId]);
  if (!open.some(({ mutation: name }) => name === reported.name)) return 'NONE';
  const lease = random.uuid();
  const now = clock.now();
  const leasedUntil = new Date(now.getTime() + provider.timeoutMs + INTENT_LEASE_MARGIN_SECONDS * 1_000).toISOString();
  const values = [partnerId, correlationId, now.toISOString(), reported.name, lease, leasedUntil] as const;
  const taken = await database.run(TAKE_INTENTS_OF_EVENT, values);
  if (taken.length === 0) return 'OPEN';
  const found = await reported.found(event, asking(provider, event, { priority: 'RESUMPTION' }));
  // A client may send several requests under one correlation id: at most one of them has caused the event.
  let outcome: Outcome = found === undefined ? 'OPEN' : 'NONE';
  for (const intent of taken) {
    const body = found === undefined || found === 'absent' ? undefined : found.body;
    const by = { taken: { ...intent, lease }, body, entityId: event.entityId };
    const settled: Outcome | 'UNFIT' | 'LOST' =
      outcome === 'NONE' && found !== 'absent' ? await mutation.settle(provider, database, by) : 'UNFIT';
    if (settled === 'SETTLED' || settled === 'OPEN') outcome = settled;
    if (settled !== 'SETTLED') await giveBack(needs, intent.id, lease);
  }
  return outcome;
}

async function giveBack({ database, clock }: SettleIntentNeeds, id: string, lease: string): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + REST_SECONDS * 1_000).toISOString();
  await database.run(POSTPONE_INTENT, { id, lease, dueAt, more: 0 });
}
