import { allowanceOf, type Breaker, type BreakerLimits } from '../../../webhooks/breaker/breaker.rules.ts';
import type { ProviderState } from './provider-state.enum.ts';

/** A pause between two instants, after a 429. */
interface ScopeRest {
  readonly since: Date;
  readonly until: Date;
}

/** The state of the gate, as a process knows it. */
export interface GateState {
  readonly breaker: Breaker;
  /** Since when the breaker has been closed, or not closed. */
  readonly since: Date;
  /** By partner; '' for all partners. */
  readonly rests: ReadonlyMap<string, ScopeRest>;
}

/** Status of the provider, as it affects a partner. */
export interface GateStatus {
  readonly state: ProviderState;
  readonly since: Date;
  /** Seconds until calls are sent again; undefined while they are sent. */
  readonly retryAfterSeconds: number | undefined;
}

/** Returns for how many seconds no call of a partner is sent; undefined if one may be, even if only as a probe. */
export function restOf(
  state: GateState,
  partnerId: string | undefined,
  now: Date,
  limits: BreakerLimits,
): number | undefined {
  const limited = restsOf(state, partnerId).find(({ until }) => until > now);
  if (limited !== undefined) return secondsUntil(limited.until, now);
  const { breaker } = state;
  return allowanceOf(breaker, now, limits).kind === 'hold' ? secondsUntil(breaker.nextProbeAt ?? now, now) : undefined;
}

/** Returns the status: down while the breaker is not closed, else limited during a pause, else up. */
export function providerStatusOf(state: GateState, partnerId: string | undefined, now: Date): GateStatus {
  const { breaker, since } = state;
  if (breaker.state !== 'CLOSED')
    return { state: 'DOWN', since, retryAfterSeconds: secondsUntil(breaker.nextProbeAt ?? now, now) };
  const rests = restsOf(state, partnerId);
  const limited = rests.find(({ until }) => until > now);
  if (limited !== undefined)
    return { state: 'LIMITED', since: limited.since, retryAfterSeconds: secondsUntil(limited.until, now) };
  const latest = Math.max(since.getTime(), ...rests.map(({ until }) => until.getTime()));
  return { state: 'UP', since: new Date(latest), retryAfterSeconds: undefined };
}

/** Pause of all partners after a 429 that requests none, in seconds (ours). */
export const REST_OF_ALL_SECONDS = 300;

function restsOf({ rests }: GateState, partnerId: string | undefined): readonly ScopeRest[] {
  return [rests.get(''), partnerId === undefined ? undefined : rests.get(partnerId)].flatMap((rest) => rest ?? []);
}

function secondsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1_000));
}
