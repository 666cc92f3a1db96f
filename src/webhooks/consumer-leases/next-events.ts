import { isRefusal, refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { EventArrival } from '../../events/readers/event-arrival.ts';
import type { WebhookEventRow } from '../../events/readers/webhook-event.rows.ts';
import type { Caller } from '../../platform/database/caller.ts';
import { maxViolations, workerViolations } from '../consumers/consumer-fields.value.ts';
import type { HoldRefusal } from '../consumers/consumer.errors.ts';
import { LET_LEASE_LAPSE, type HeldRow } from './lease.rows.ts';
import { takeLease } from './take-lease.ts';

/** The events of a consumer, as they are read and waited for. */
export interface ConsumerEvents {
  /** The first of those after its place. */
  readonly read: (held: HeldRow, max: number) => Promise<readonly WebhookEventRow[]>;
  /** Begins to wait for more. */
  readonly arrivalAfter: (held: HeldRow) => EventArrival;
  readonly wait: (seconds: number, arrival: EventArrival) => Promise<'happened' | 'nothing' | 'gone' | 'stopped'>;
}

export interface WantedEvents {
  readonly consumer: string;
  readonly worker: string;
  readonly max: number;
  /** In seconds, for the first event where there is none. */
  readonly wait: number;
}

export interface GivenEvents {
  readonly held: HeldRow;
  readonly events: readonly WebhookEventRow[];
}

/** Gives a worker what comes after the place of a consumer, the same until it is acked, and the lease of it. */
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
    // Events follow, and none is for its filter.
    const waiting = held.isAtEnd
      ? held
      : await takeLease(caller, { ...wanted, waitSeconds: wanted.wait, isWaiting: true });
    return isRefusal(waiting) ? waiting : await waitForMore(caller, events, { wanted, arrival, held: waiting });
  } finally {
    arrival.end();
  }
}

async function give(caller: Caller, events: ConsumerEvents, wanted: WantedEvents): Promise<GivenEvents | HoldRefusal> {
  const held = await takeLease(caller, wanted);
  return isRefusal(held) ? held : { held, events: await events.read(held, wanted.max) };
}

async function waitForMore(
  caller: Caller,
  events: ConsumerEvents,
  { wanted, arrival, held }: { wanted: WantedEvents; arrival: EventArrival; held: HeldRow },
): Promise<GivenEvents | HoldRefusal> {
  const nothing = { held, events: [] };
  switch (await events.wait(wanted.wait, arrival)) {
    case 'happened':
    case 'stopped':
      return give(caller, events, wanted);
    case 'gone': {
      const { partnerId } = caller.requester;
      await caller.database.run(LET_LEASE_LAPSE, [partnerId, held.id, held.worker, held.leasedUntil]);
      return nothing;
    }
    case 'nothing':
      return nothing;
  }
}
