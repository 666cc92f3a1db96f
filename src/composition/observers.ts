import { AuditTrail, type AuditTrailOptions } from '../platform/audit/audit-trail.ts';
import type { ObserveMutation } from '../platform/graphql/vocabulary/mutation-outcomes.ts';
import type { ObserveOperation } from '../platform/graphql/operations/operation-end.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { memberOf, type Metrics } from '../platform/observability/metrics.ts';
import { logOperations } from '../platform/observability/operation-log.ts';

/** Every operation is counted, and has a line in the log. */
export function operationObserver(metrics: Metrics, logger: Logger): ObserveOperation {
  const log = logOperations(logger);
  return (end) => {
    metrics.operationEnded(end);
    log(end);
  };
}

interface MutationObserverOptions extends AuditTrailOptions {
  readonly metrics: Metrics;
}

/** Every mutation is counted and audited. */
export function mutationObserver({ metrics, ...options }: MutationObserverOptions): ObserveMutation {
  const trail = new AuditTrail(options);
  return async ({ mutation, result }, { principal, correlationId }) => {
    const member = memberOf(mutation, result);
    metrics.mutationEnded(mutation, member);
    if (principal === undefined) return;
    const { partnerId, client } = principal;
    await trail.record({ partnerId, client, mutation, result: member, correlationId });
  };
}
