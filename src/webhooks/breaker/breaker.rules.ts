import type { BreakerState } from './breaker.enum.ts';

/**
 * Calls that a configuration has in flight at most, over all instances (ours): one slow endpoint starves nobody, and a
 * fast one has enough to do while what it has answered is being settled.
 */
export const CALLS_IN_FLIGHT_MAX = 128;
/** Length of the window in which faults are counted, in seconds. */
const WINDOW_SECONDS = 60;
/** Calls in a window from which half of them failing opens the breaker. */
const WINDOW_CALLS_MIN = 20;
/** Longest rest, in seconds, unless an operator wants a longer one from the start. */
const REST_SECONDS_MAX = 900;
/** After so many seconds of draining the pace no longer matters: 256 a second. */
const DRAIN_SECONDS_MAX = 8;

/** A circuit breaker as the rules see it; see `webhook-breaker.entity.ts`. */
export interface Breaker {
  readonly state: BreakerState;
  readonly faultsInRow: number;
  readonly windowBeganAt: Date | null;
  readonly windowCalls: number;
  readonly windowFaults: number;
  readonly openedAt: Date | null;
  readonly restSeconds: number;
  readonly nextProbeAt: Date | null;
  readonly drainBeganAt: Date | null;
  readonly drainTaken: number;
  readonly lastFailure: string | null;
}

/** The breaker of a configuration that has not been called yet. */
export const UNUSED_BREAKER: Breaker = {
  state: 'CLOSED',
  faultsInRow: 0,
  windowBeganAt: null,
  windowCalls: 0,
  windowFaults: 0,
  openedAt: null,
  restSeconds: 0,
  nextProbeAt: null,
  drainBeganAt: null,
  drainTaken: 0,
  lastFailure: null,
};

/** What an operator sets. */
export interface BreakerLimits {
  /** Faults in a row that open a breaker. */
  readonly failures: number;
  /** First rest, in seconds; it doubles with each probe that fails. */
  readonly restSeconds: number;
  /** Longest rest, in seconds; by default a quarter of an hour. */
  readonly restSecondsMax?: number;
}

/** How many calls may be made now: that many in flight, that many more, a single one, or none. */
export type Allowance =
  | { readonly kind: 'flow'; readonly inFlight: number }
  | { readonly kind: 'drain'; readonly calls: number }
  | { readonly kind: 'probe' }
  | { readonly kind: 'hold' };

const HOLD: Allowance = { kind: 'hold' };

/**
 * What a breaker lets through now. While faults are being counted, only as many calls as would open it may be in
 * flight. A probe that has not come back in its time is lost, and another may go.
 */
export function allowanceOf(breaker: Breaker, now: Date, limits: BreakerLimits): Allowance {
  const { state, faultsInRow, nextProbeAt, drainBeganAt, drainTaken } = breaker;
  if (state === 'CLOSED') {
    const untilOpen = Math.max(1, limits.failures - faultsInRow);
    return { kind: 'flow', inFlight: faultsInRow === 0 ? CALLS_IN_FLIGHT_MAX : untilOpen };
  }
  if (state === 'HALF_OPEN' && drainBeganAt !== null) {
    // Whatever was let go before: it may have been lost with its worker, and nothing else would ever close the breaker.
    if (isAtFullPace(drainBeganAt, now)) return { kind: 'drain', calls: CALLS_IN_FLIGHT_MAX };
    const calls = drainedUntil(drainBeganAt, now) - drainTaken;
    return calls > 0 ? { kind: 'drain', calls } : HOLD;
  }
  return nextProbeAt === null || now >= nextProbeAt ? { kind: 'probe' } : HOLD;
}

/** 1 in the first second, 2 in the next, then 4, 8 and so on: how many may have gone by `now`. */
function drainedUntil(drainBeganAt: Date, now: Date): number {
  return 2 ** (Math.max(drainSeconds(drainBeganAt, now), 0) + 1) - 1;
}

function isAtFullPace(drainBeganAt: Date, now: Date): boolean {
  return drainSeconds(drainBeganAt, now) >= DRAIN_SECONDS_MAX;
}

function drainSeconds(drainBeganAt: Date, now: Date): number {
  return Math.floor((now.getTime() - drainBeganAt.getTime()) / 1_000);
}

/** The breaker after a probe was sent, which has until `lostAt` to come back. */
export function afterProbeTaken(breaker: Breaker, lostAt: Date): Breaker {
  return { ...breaker, state: 'HALF_OPEN', nextProbeAt: lostAt, drainBeganAt: null, drainTaken: 0 };
}

/** The breaker after `calls` held messages were let go. */
export function afterDrained(breaker: Breaker, calls: number): Breaker {
  return { ...breaker, drainTaken: breaker.drainTaken + calls };
}

/** How a call ended, as far as the breaker is concerned. */
export interface CallEnding {
  readonly beganAt: Date;
  readonly at: Date;
  readonly isProbe: boolean;
  /** Whether the endpoint itself failed; an answer that refuses one message is none. */
  readonly isFault: boolean;
  /** What went wrong, in a few words; null for a success. */
  readonly failure: string | null;
  /** Whether messages are still held back. */
  readonly hasHeld: boolean;
  /** 0.8 to 1.2: spreads the probes of endpoints that fell together. */
  readonly jitter: number;
}

/** The breaker after a call came back. Calls that began before it opened say nothing of what is now. */
export function afterCall(breaker: Breaker, call: CallEnding, limits: BreakerLimits): Breaker {
  const noted = call.failure === null ? breaker : { ...breaker, lastFailure: call.failure };
  switch (breaker.state) {
    case 'CLOSED':
      return afterCallWhileClosed(noted, call, limits);
    case 'OPEN':
      return noted;
    case 'HALF_OPEN':
      return afterCallWhileHalfOpen(noted, call, limits);
  }
}

function afterCallWhileClosed(breaker: Breaker, call: CallEnding, limits: BreakerLimits): Breaker {
  const isNewWindow =
    breaker.windowBeganAt === null || call.at.getTime() - breaker.windowBeganAt.getTime() >= WINDOW_SECONDS * 1_000;
  const fault = call.isFault ? 1 : 0;
  const counted: Breaker = {
    ...breaker,
    faultsInRow: call.isFault ? breaker.faultsInRow + 1 : 0,
    windowBeganAt: isNewWindow ? call.at : breaker.windowBeganAt,
    windowCalls: isNewWindow ? 1 : breaker.windowCalls + 1,
    windowFaults: isNewWindow ? fault : breaker.windowFaults + fault,
  };
  const isHalfOfMany = counted.windowCalls >= WINDOW_CALLS_MIN && counted.windowFaults * 2 >= counted.windowCalls;
  const opens = call.isFault && (counted.faultsInRow >= limits.failures || isHalfOfMany);
  return opens ? opened(counted, call, limits.restSeconds) : counted;
}

function afterCallWhileHalfOpen(breaker: Breaker, call: CallEnding, limits: BreakerLimits): Breaker {
  const { drainBeganAt } = breaker;
  const isLate = drainBeganAt === null ? !call.isProbe : call.isFault && call.beganAt < drainBeganAt;
  if (isLate) return breaker;
  if (call.isFault) {
    const doubled = Math.max(breaker.restSeconds, limits.restSeconds) * 2;
    const restSecondsMax = limits.restSecondsMax ?? REST_SECONDS_MAX;
    return opened(breaker, call, Math.min(doubled, Math.max(restSecondsMax, limits.restSeconds)));
  }
  if (!call.hasHeld || (drainBeganAt !== null && isAtFullPace(drainBeganAt, call.at))) return closed(breaker);
  return drainBeganAt === null ? { ...breaker, drainBeganAt: call.at, drainTaken: 0, nextProbeAt: null } : breaker;
}

function opened(breaker: Breaker, { at, jitter }: CallEnding, restSeconds: number): Breaker {
  return {
    ...closed(breaker),
    state: 'OPEN',
    openedAt: breaker.openedAt ?? at,
    restSeconds,
    nextProbeAt: new Date(at.getTime() + restSeconds * 1_000 * jitter),
  };
}

/** A breaker that lets everything through and has counted nothing; what failed last is still told. */
function closed({ lastFailure }: Breaker): Breaker {
  return { ...UNUSED_BREAKER, lastFailure };
}
