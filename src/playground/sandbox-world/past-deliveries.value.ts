import { afterCall, UNUSED_BREAKER, type Breaker } from '../../webhooks/breaker/breaker.rules.ts';
import { nextTryAt } from '../../webhooks/deliveries/retry.rules.ts';
import type { Random } from '../../kernel/random.ts';
import type { DeliveryProgress } from '../../webhooks/archive/webhook-message.enum.ts';
import { NO_PREVIOUS, sequenceOf } from '../../events/log/sequence.value.ts';
import { FORGOTTEN_EVENTS, type PastEvent } from './past-events.value.ts';
import { FALLEN_AT, type WebhookFate } from './sandbox-webhooks.ts';

/** Gaps between the past tries of the sandbox, in seconds: so few that failed deliveries have no tries left. */
const RETRY_GAPS_SECONDS = [5, 30, 120, 600];
/** The gateway's defaults. */
const BREAKER_LIMITS = { failures: 5, restSeconds: 30 };
/** How long the breaker of the failed endpoint stays open, in seconds: ten years, so that it is never probed. */
const LONG_REST_SECONDS = 315_360_000;
const TIMEOUT_US = 10_000_000;

/** The part of a configuration that its deliveries need. */
export interface PastTarget {
  readonly id: string;
  readonly uri: string;
  readonly fate: WebhookFate;
}

interface PastCall {
  readonly at: Date;
  /** Null if the endpoint did not answer in time. */
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly elapsedUs: number;
}

/** A message with all its calls; a held one has none. */
export interface PastDelivery {
  readonly messageId: string;
  readonly idempotencyKey: string;
  readonly target: PastTarget;
  readonly event: PastEvent;
  readonly calls: readonly PastCall[];
  readonly previousSequence: string;
}

/** How a delivery went: the status of each call in turn, null for no answer. */
const COURSES = {
  DELIVERED: [200],
  DELIVERED_LATE: [503, 202],
  DELIVERED_AT_LAST: [null, null, 200],
  REFUSED: [422, 422, 422, 422, 422],
  GONE: [410],
  FELL: [503, 503, 503, 503, 503],
  HELD: [],
} as const;

/** Makes the deliveries of events to one configuration that subscribes to all of them. */
export function deliveriesTo(target: PastTarget, events: readonly PastEvent[], random: Random): PastDelivery[] {
  return events.map((event, nth) => ({
    messageId: random.timeOrderedUuid(event.capturedAt),
    idempotencyKey: random.uuid(),
    target,
    event,
    previousSequence: previousOf(events, nth),
    calls: callsOf(COURSES[courseOf(target, nth, { event, isLast: nth === events.length - 1 })], event),
  }));
}

function previousOf(events: readonly PastEvent[], nth: number): string {
  const previous = nth > 0 ? events[nth - 1] : undefined;
  return previous === undefined ? NO_PREVIOUS : sequenceOfPast(previous);
}

/** All events belong to the first epoch. */
export function sequenceOfPast({ position }: PastEvent): string {
  return sequenceOf({ epoch: 1, position });
}

function courseOf(
  { fate }: PastTarget,
  nth: number,
  { event, isLast }: { event: PastEvent; isLast: boolean },
): keyof typeof COURSES {
  if (fate === 'FELL' && nth >= FALLEN_AT) return nth === FALLEN_AT ? 'FELL' : 'HELD';
  if (fate === 'GONE' && isLast) return 'GONE';
  const turn = (event.position - FORGOTTEN_EVENTS + nth) % 9;
  if (turn === 4) return 'REFUSED';
  if (turn === 6) return 'DELIVERED_LATE';
  return turn === 8 ? 'DELIVERED_AT_LAST' : 'DELIVERED';
}

function callsOf(statuses: readonly (number | null)[], { position, capturedAt }: PastEvent): PastCall[] {
  const calls: PastCall[] = [];
  for (const [tries, httpStatus] of statuses.entries()) {
    const answeredUs = 38_000 + ((position * 104_729 + tries * 50_021) % 260_000);
    calls.push({
      at: new Date(dueAfter(calls, capturedAt).getTime() + 3 + ((position * 7 + tries * 11) % 90)),
      httpStatus,
      error: errorOf(httpStatus),
      elapsedUs: httpStatus === null ? TIMEOUT_US + (answeredUs % 9_000) : answeredUs,
    });
  }
  return calls;
}

/** Returns when the next call was due: immediately, or after the gap, but never before the last one ended. */
function dueAfter(calls: readonly PastCall[], capturedAt: Date): Date {
  const last = calls.at(-1);
  if (last === undefined) return capturedAt;
  const failedTry = { tries: calls.length - 1, at: last.at, endedAt: endOf(last), retryAfter: undefined, jitter: 1 };
  const due = nextTryAt(failedTry, RETRY_GAPS_SECONDS) ?? last.at;
  return due > endOf(last) ? due : endOf(last);
}

/** Returns when a call ended. */
export function endOf({ at, elapsedUs }: PastCall): Date {
  return new Date(at.getTime() + Math.ceil(elapsedUs / 1_000));
}

function errorOf(httpStatus: number | null): string | null {
  if (httpStatus === null) return `timeout after ${TIMEOUT_US / 1_000_000} s`;
  return httpStatus < 300 ? null : `answered ${httpStatus}`;
}

export function progressOf({ calls }: PastDelivery): DeliveryProgress {
  const last = calls.at(-1);
  if (last === undefined) return 'WAITING';
  return last.error === null ? 'SUCCESS' : 'FAILED';
}

/** Returns when it was first sent; for a held one, when its event was captured. */
export function sentDateOf({ calls, event }: PastDelivery): Date {
  return calls[0]?.at ?? event.capturedAt;
}

/** Returns the breaker of a configuration after its deliveries. If it has opened, it stays open for years. */
export function breakerAfter(deliveries: readonly PastDelivery[]): Breaker {
  const calls = deliveries.flatMap((delivery) => delivery.calls);
  const breaker = calls
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .reduce((before, call) => afterCall(before, endingOf(call), BREAKER_LIMITS), UNUSED_BREAKER);
  if (breaker.openedAt === null) return breaker;
  const nextProbeAt = new Date(breaker.openedAt.getTime() + LONG_REST_SECONDS * 1_000);
  return { ...breaker, restSeconds: LONG_REST_SECONDS, nextProbeAt };
}

function endingOf(call: PastCall) {
  const { at: beganAt, httpStatus, error } = call;
  const isFault = httpStatus === null || httpStatus >= 500;
  return { beganAt, at: endOf(call), isProbe: false, isFault, failure: error, hasHeld: false, jitter: 1 };
}
