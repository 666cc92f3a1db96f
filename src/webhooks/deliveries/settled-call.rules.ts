import type { Random } from '../../kernel/random.ts';
import { durationBucket } from '../archive/call-duration.value.ts';
import type { DeliveryProgress } from '../archive/webhook-message.enum.ts';
import { afterCall, type Breaker, type BreakerLimits } from '../breaker/breaker.rules.ts';
import type { ClaimedDelivery } from './claim.rules.ts';
import { nextTryAt, spread } from './retry.rules.ts';
import type { SentCall } from './send-webhook.ts';

/** Response of an endpoint that is gone for good. */
const HTTP_GONE = 410;

/** How the call of a claimed delivery ended. */
export interface CallResult extends SentCall {
  readonly delivery: ClaimedDelivery;
}

/** What decides the outcome of a call. */
export interface SettlementRules {
  readonly random: Random;
  readonly limits: BreakerLimits;
  /** Gaps between tries, in seconds. */
  readonly retryGapsSeconds: readonly number[];
}

/** Checks whether the endpoint responded that it is gone for good. */
export function isGone({ httpStatus }: SentCall): boolean {
  return httpStatus === HTTP_GONE;
}

/** Returns a call as it is stored, by column. */
export function settledCall({ random, retryGapsSeconds }: SettlementRules, result: CallResult) {
  const { delivery, at, elapsedMicroseconds, httpStatus, failure, retryAfter } = result;
  const mayTryAgain = failure !== null && !isGone(result);
  const failedTry = { tries: delivery.tries, at, endedAt: endOf(result), retryAfter, jitter: spread(random) };
  const nextTry = mayTryAgain ? nextTryAt(failedTry, retryGapsSeconds) : undefined;
  return {
    configuration_id: delivery.configurationId,
    event_position: delivery.eventPosition,
    lease_id: delivery.leaseId,
    progress: progressAfter(failure, nextTry),
    next_try_at: nextTry,
    at,
    http_status: httpStatus,
    error: failure,
    elapsed_us: elapsedMicroseconds,
    bucket: durationBucket(elapsedMicroseconds),
    destination: delivery.uri,
    name: delivery.eventName,
    context: delivery.context,
    raw_name: delivery.rawName,
    raw_context: delivery.rawContext,
    entity_id: delivery.entityId,
    account_id: delivery.accountId,
    correlation_id: delivery.correlationId,
    capture_us: delivery.captureMicroseconds,
  };
}

function endOf({ at, elapsedMicroseconds }: SentCall): Date {
  return new Date(at.getTime() + elapsedMicroseconds / 1_000);
}

function progressAfter(failure: string | null, nextTry: Date | undefined): DeliveryProgress {
  if (failure === null) return 'SUCCESS';
  return nextTry === undefined ? 'FAILED' : 'RETRYING';
}

/** A breaker whose configuration was called. */
export interface CalledBreaker {
  readonly configurationId: string;
  readonly breaker: Breaker;
  readonly hasHeld: boolean;
}

/** Returns the breakers after the calls, which apply in the order in which they ended. */
export function breakersAfterCalls(
  { limits, random }: SettlementRules,
  called: readonly CalledBreaker[],
  results: readonly CallResult[],
): ReadonlyMap<string, Breaker> {
  const before = new Map(called.map((one) => [one.configurationId, one]));
  const changed = new Map<string, Breaker>();
  for (const result of results) {
    const { delivery, at, isFault, failure } = result;
    const { configurationId, isProbe } = delivery;
    const found = before.get(configurationId);
    if (found === undefined) continue;
    const { hasHeld } = found;
    const ending = { beganAt: at, at: endOf(result), isProbe, isFault, failure, hasHeld, jitter: spread(random) };
    changed.set(configurationId, afterCall(changed.get(configurationId) ?? found.breaker, ending, limits));
  }
  return changed;
}
