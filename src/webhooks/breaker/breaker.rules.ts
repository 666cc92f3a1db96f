import type { BreakerState } from './breaker.enum.ts';

/**
 * Maximum number of calls in flight per configuration, over all instances (ours): a slow endpoint starves no other, and
 * a fast one stays busy while its results are settled.
 */
export const CALLS_IN_FLIGHT_MAX = 128;
/** Length of the window in which faults are counted, in seconds. */
const WINDOW_SECONDS = 60;
/** Minimum number of calls in a window for half of them failing to open the breaker. */
const WINDOW_CALLS_MIN = 20;
/** Longest rest, in seconds, unless the first rest is set to more. */
const REST_SECONDS_MAX = 900;
/** Seconds of draining after which the pace is no longer limited: 256 per second. */
const DRAIN_SECONDS_MAX = 8;

/** A circuit breaker as the rules use it; see `webhook-breaker.entity.ts`. */
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

/** Settings of the operator. */
export interface BreakerLimits {
  /** Consecutive faults that open a breaker. */
  readonly failures: number;
  /** First rest, in seconds; it doubles with each failed probe. */
  readonly restSeconds: number;
  /** Longest rest, in seconds; 15 minutes by default. */
  readonly restSecondsMax?: number;
}

/** Calls that are allowed now: that many in flight, that many more, a single one, or none. */
export type Allowance =
  | { readonly kind: 'flow'; readonly inFlight: number }
  | { readonly kind: 'drain'; readonly calls: number }
  | { readonly kind: 'probe' }
  | { readonly kind: 'hold' };

const HOLD: Allowance = { kind: 'hold' };

/**
 * Returns what a breaker allows now. While faults are being counted, no more calls may be in flight than would open it.
 * A probe without a result in time counts as lost, and another may be sent.
 */
export function allowanceOf(breaker: Breaker, now: Date, limits: BreakerLimits): Allowance {
  const { state, faultsInRow, nextProbeAt, drainBeganAt, drainTaken } = breaker;
  if (state === 'CLOSED') {
    const untilOpen = Math.max(1, limits.failures - faultsInRow);
    return { kind: 'flow', inFlight: faultsInRow === 0 ? CALLS_IN_FLIGHT_MAX : untilOpen };
  }
  if (state === 'HALF_OPEN' && drainBeganAt !== null) {
    // Whatever was released before: it may be lost with its worker, and nothing else would ever close the breaker.
    if (isAtFullPace(drainBeganAt, now)) return { kind: 'drain', calls: CALLS_IN_FLIGHT_MAX };
    const calls = drainedUntil(drainBeganAt, now) - drainTaken;
    return calls > 0 ? { kind: 'drain', calls } : HOLD;
  }
  return nextProbeAt === null || now >= nextProbeAt ? { kind: 'probe' } : HOLD;
}

/** Returns how many may have been sent by `now`: 1 in the first second, 2 in the next, then 4, 8 and so on. */
function drainedUntil(drainBeganAt: Date, now: Date): number {
  return 2 ** (Math.max(drainSeconds(drainBeganAt, now), 0) + 1) - 1;
}

function isAtFullPace(drainBeganAt: Date, now: Date): boolean {
  return drainSeconds(drainBeganAt, now) >= DRAIN_SECONDS_MAX;
}

function drainSeconds(drainBeganAt: Date, now: Date): number {
  return Math.floor((now.getTime() - drainBeganAt.getTime()) / 1_000);
}

/** Returns the breaker after a probe was sent, which counts as lost at `lostAt`. */
export function afterProbeTaken(breaker: Breaker, lostAt: Date): Breaker {
  return { ...breaker, state: 'HALF_OPEN', nextProbeAt: lostAt, drainBeganAt: null, drainTaken: 0 };
}

/** Returns the breaker after a probe was released without a result: another can be sent immediately. */
export function afterProbeReturned(breaker: Breaker, now: Date): Breaker {
  return breaker.state === 'HALF_OPEN' && breaker.drainBeganAt === null ? { ...breaker, nextProbeAt: now } : breaker;
}

/** Returns the breaker after `calls` held messages were released. */
export function afterDrained(breaker: Breaker, calls: number): Breaker {
  return { ...breaker, drainTaken: breaker.drainTaken + calls };
}

/** How a call ended, as far as the breaker is concerned. */
export interface CallEnding {
  readonly beganAt: Date;
  readonly at: Date;
  readonly isProbe: boolean;
  /** Whether the endpoint itself failed, rather than rejected this one message. */
  readonly isFault: boolean;
  /** What went wrong, in a few words; null for a success. */
  readonly failure: string | null;
  /** Whether messages are still held. */
  readonly hasHeld: boolean;
  /** From 0.8 to 1.2: spreads the probes of endpoints that failed together. */
  readonly jitter: number;
}

/** Returns the breaker after a call. Calls that began before it opened prove nothing about the present. */
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

/** Returns a breaker that lets everything through, with reset counts; it keeps the last failure. */
function closed({ lastFailure }: Breaker): Breaker {
  return { ...UNUSED_BREAKER, lastFailure };
}
