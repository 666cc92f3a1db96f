import { allowanceOf, type Breaker, type BreakerLimits } from '../../webhooks/breaker/breaker.rules.ts';
import type { ProviderState } from './provider-state.enum.ts';

/** No calls from one instant to another, after a 429. */
interface ScopeRest {
  readonly since: Date;
  readonly until: Date;
}

/** What a process knows of the gate. */
export interface GateState {
  readonly breaker: Breaker;
  /** Since when the breaker is closed, or is not. */
  readonly since: Date;
  /** By partner; of all by ''. */
  readonly rests: ReadonlyMap<string, ScopeRest>;
}

/** How the provider is for a partner. */
export interface GateStatus {
  readonly state: ProviderState;
  readonly since: Date;
  /** In how many seconds calls may be sent; undefined where they are sent. */
  readonly retryAfterSeconds: number | undefined;
}

/** For how many seconds no call of a partner is sent; undefined: one may be, if only to see whether it is answered. */
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

/** Down while the breaker is not closed; else limited while it rests. */
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

/** Longest rest that the provider may ask for by Retry-After, and the rest of all without it, in seconds (ours). */
const RETRY_AFTER_SECONDS_MAX = 3_600;
export const REST_OF_ALL_SECONDS = 300;

/** What Retry-After asks for, in seconds from `now`: a number, or an HTTP date. Undefined for what cannot be read. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), RETRY_AFTER_SECONDS_MAX);
}

function restsOf({ rests }: GateState, partnerId: string | undefined): readonly ScopeRest[] {
  return [rests.get(''), partnerId === undefined ? undefined : rests.get(partnerId)].flatMap((rest) => rest ?? []);
}

function secondsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1_000));
}
