import { allowanceOf, type Breaker, type BreakerLimits } from '../../../webhooks/breaker/breaker.rules.ts';
import type { ProviderState } from './provider-state.enum.ts';

/** A pause between two instants, after a 429. */
export interface ScopeRest {
  readonly since: Date;
  readonly until: Date;
}

/** A breaker, as a process knows it. */
export interface KnownBreaker {
  readonly breaker: Breaker;
  /** Since when it has been closed, or not closed. */
  readonly since: Date;
}

/** What stands between a partner and the provider: what is of all, and what is of the partner. */
export interface GateState {
  readonly breakers: readonly KnownBreaker[];
  readonly rests: readonly ScopeRest[];
}

/** Status of the provider, as it affects a partner. */
export interface GateStatus {
  readonly state: ProviderState;
  readonly since: Date;
  /** Seconds until calls are sent again; undefined while they are sent. */
  readonly retryAfterSeconds: number | undefined;
}

/** Returns for how many seconds no call is sent; undefined if one may be, even if only as a probe. */
export function restOf({ breakers, rests }: GateState, now: Date, limits: BreakerLimits): number | undefined {
  const limited = rests.find(({ until }) => until > now);
  if (limited !== undefined) return secondsUntil(limited.until, now);
  const holding = breakers.filter(({ breaker }) => allowanceOf(breaker, now, limits).kind === 'hold');
  const waits = holding.map(({ breaker }) => secondsUntil(breaker.nextProbeAt ?? now, now));
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Returns the status: down while a breaker is not closed, else limited during a pause, else up. */
export function providerStatusOf({ breakers, rests }: GateState, now: Date): GateStatus {
  const down = breakers.find(({ breaker }) => breaker.state !== 'CLOSED');
  if (down !== undefined)
    return { state: 'DOWN', since: down.since, retryAfterSeconds: secondsUntil(down.breaker.nextProbeAt ?? now, now) };
  const limited = rests.find(({ until }) => until > now);
  if (limited !== undefined)
    return { state: 'LIMITED', since: limited.since, retryAfterSeconds: secondsUntil(limited.until, now) };
  const sinces = [...breakers.map(({ since }) => since), ...rests.map(({ until }) => until)];
  return {
    state: 'UP',
    since: new Date(Math.max(...sinces.map((since) => since.getTime()))),
    retryAfterSeconds: undefined,
  };
}

/** Pause after a 429 that requests none, in seconds (ours). */
export const REST_UNSAID_SECONDS = 300;

function secondsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1_000));
}
