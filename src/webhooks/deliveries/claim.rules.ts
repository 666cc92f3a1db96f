import {
  afterDrained,
  afterProbeTaken,
  allowanceOf,
  CALLS_IN_FLIGHT_MAX,
  type Allowance,
  type Breaker,
  type BreakerLimits,
} from '../breaker/breaker.rules.ts';
import type { ClaimedRow } from './due-delivery.rows.ts';

/** A message that only this worker may send until its lease expires. */
export interface ClaimedDelivery extends ClaimedRow {
  readonly leaseUntil: Date;
  /** Whether it is the call with which a breaker probes its endpoint. */
  readonly isProbe: boolean;
}

/** A configuration with waiting messages. */
export interface WaitingConfiguration {
  readonly configurationId: string;
  readonly partnerId: string;
  readonly breaker: Breaker;
  /** Whether its breaker has closed, but subscribers have yet to be notified of what it releases. */
  readonly isReleasing: boolean;
}

/** A configuration with waiting messages, and how many its breaker allows. */
export interface Lane extends WaitingConfiguration {
  readonly allowance: Allowance;
}

/** Returns the lanes of configurations, with breakers as stored or as changed by calls that have just ended. */
export function lanesOf(
  waiting: readonly WaitingConfiguration[],
  changed: ReadonlyMap<string, Breaker>,
  { now, limits }: { readonly now: Date; readonly limits: BreakerLimits },
): readonly Lane[] {
  return waiting.map(({ configurationId, partnerId, breaker: before, isReleasing }) => {
    const breaker = changed.get(configurationId) ?? before;
    const closesNow = before.state !== 'CLOSED' && breaker.state === 'CLOSED';
    const allowance = allowanceOf(breaker, now, limits);
    return { configurationId, partnerId, breaker, isReleasing: isReleasing || closesNow, allowance };
  });
}

/** What CLAIM_DUE needs to know about a lane. */
export interface LaneLimits {
  readonly calls: number;
  readonly inFlight: number;
  /** Messages that a breaker held are sent in the order of events. */
  readonly oldestFirst: boolean;
}

export function limitsOf({ allowance }: Lane): LaneLimits {
  const limits = { calls: CALLS_IN_FLIGHT_MAX, inFlight: CALLS_IN_FLIGHT_MAX, oldestFirst: true };
  switch (allowance.kind) {
    case 'flow':
      return { ...limits, inFlight: allowance.inFlight, oldestFirst: false };
    case 'drain':
      return { ...limits, calls: allowance.calls };
    case 'probe':
      return { ...limits, calls: 1 };
    case 'hold':
      return { ...limits, calls: 0 };
  }
}

/** Checks whether the breaker must record claims in this lane. */
export function isCounted({ allowance }: Lane): boolean {
  return allowance.kind === 'probe' || allowance.kind === 'drain';
}

/** Returns the breakers that record claims, updated. */
export function breakersAfterClaim(
  lanes: readonly Lane[],
  claimed: readonly ClaimedRow[],
  leaseUntil: Date,
): ReadonlyMap<string, Breaker> {
  const taken = Map.groupBy(claimed, ({ configurationId }) => configurationId);
  const changed = new Map<string, Breaker>();
  for (const { configurationId, breaker, allowance } of lanes) {
    const calls = taken.get(configurationId)?.length ?? 0;
    if (calls === 0) continue;
    if (allowance.kind === 'probe') changed.set(configurationId, afterProbeTaken(breaker, leaseUntil));
    else if (allowance.kind === 'drain') changed.set(configurationId, afterDrained(breaker, calls));
  }
  return changed;
}

/** Returns the claimed messages, ready to be sent. */
export function claimedDeliveries(
  lanes: readonly Lane[],
  claimed: readonly ClaimedRow[],
  leaseUntil: Date,
): readonly ClaimedDelivery[] {
  const probed = new Set(
    lanes.filter(({ allowance }) => allowance.kind === 'probe').map(({ configurationId }) => configurationId),
  );
  return claimed.map((row) => ({ ...row, leaseUntil, isProbe: probed.has(row.configurationId) }));
}
