import { isRefusal, refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { EventArrival } from '../../events/readers/event-arrival.ts';
import type { WebhookEventRow } from '../../events/readers/webhook-event.rows.ts';
import type { Caller } from '../../platform/database/caller.ts';
import type { WaitEnd } from '../../platform/loops/wait-end.ts';
import { maxViolations, workerViolations } from './consumer-fields.value.ts';
import type { HoldRefusal } from './consumer.errors.ts';
import { LET_LEASE_LAPSE, type HeldRow } from './lease.rows.ts';
import { takeLease } from './take-lease.ts';
import { passUnwanted } from './unwanted-events.ts';

/** Reads and awaits the events of a consumer. */
export interface ConsumerEvents {
  /** Reads the first events after its position. */
  readonly read: (held: HeldRow, max: number) => Promise<readonly WebhookEventRow[]>;
  /** Starts listening for more. */
  readonly arrivalAfter: (held: HeldRow) => EventArrival;
  /** Also ends early if the consumer is moved or deleted. */
  readonly wait: (seconds: number, arrival: EventArrival, held: HeldRow) => Promise<WaitEnd>;
}

export interface WantedEvents {
  readonly consumer: string;
  readonly worker: string;
  readonly max: number;
  /** In seconds, for the first event if there is none. */
  readonly wait: number;
}

export interface GivenEvents {
  readonly held: HeldRow;
  readonly events: readonly WebhookEventRow[];
}

/** Returns the events after a consumer's position, the same until acknowledged, and leases it to the worker. */
export async function nextEvents(
  caller: Caller,
  events: ConsumerEvents,
  wanted: WantedEvents,
): Promise<GivenEvents | InvalidInput | HoldRefusal> {
  const violations = [...workerViolations(wanted.worker), ...maxViolations(wanted.max)];
  if (violations.length > 0) return refuseInput(violations);
  if (wanted.wait === 0) return give(caller, events, wanted);
  const held = await takeLease(caller, { ...wanted, waitSeconds: wanted.wait });
  if (isRefusal(held)) return held;
  const arrival = events.arrivalAfter(held);
  try {
    const found = await events.read(held, wanted.max);
    if (found.length > 0) return { held, events: found };
    // Events follow, but none matches its filter, unless it is at the end.
    await passUnwanted(caller, held);
    const waiting = held.isAtEnd
      ? held
      : await takeLease(caller, { ...wanted, waitSeconds: wanted.wait, isWaiting: true });
    return isRefusal(waiting) ? waiting : await waitForMore(caller, events, { wanted, arrival, held: waiting });
  } finally {
    arrival.end();
  }
}

/** @param wanted `emptyAfter` is a position that is known to have no events after it */
async function give(
  caller: Caller,
  events: ConsumerEvents,
  wanted: WantedEvents & { readonly emptyAfter?: string },
): Promise<GivenEvents | HoldRefusal> {
  const held = await takeLease(caller, wanted);
  if (isRefusal(held)) return held;
  if (held.position === wanted.emptyAfter) return { held, events: [] };
  const found = await events.read(held, wanted.max);
  return { held: found.length > 0 ? held : await passUnwanted(caller, held), events: found };
}

async function waitForMore(
  caller: Caller,
  events: ConsumerEvents,
  { wanted, arrival, held }: { wanted: WantedEvents; arrival: EventArrival; held: HeldRow },
): Promise<GivenEvents | HoldRefusal> {
  const end = await events.wait(wanted.wait, arrival, held);
  // Another process may have moved or deleted the consumer meanwhile.
  if (end === 'nothing') return give(caller, events, { ...wanted, emptyAfter: held.position });
  if (end !== 'gone') return give(caller, events, wanted);
  const { partnerId } = caller.requester;
  await caller.database.run(LET_LEASE_LAPSE, [partnerId, held.id, held.worker, held.leasedUntil]);
  return { held, events: [] };
}
