import { AuditTrail, type AuditTrailOptions } from '../platform/audit/audit-trail.ts';
import type { WatchMutations } from '../platform/graphql/mutation-outcomes.ts';
import type { WatchOperations } from '../platform/graphql/operation-end.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { memberOf, type Metrics } from '../platform/observability/metrics.ts';
import { logOperations } from '../platform/observability/operation-log.ts';

/** Every operation is counted, and has a line in the log. */
export function operationWatch(metrics: Metrics, logger: Logger): WatchOperations {
  const log = logOperations(logger);
  return (end) => {
    metrics.operationEnded(end);
    log(end);
  };
}

interface MutationWatchOptions extends AuditTrailOptions {
  readonly metrics: Metrics;
}

/** Every mutation is counted and audited. */
export function mutationWatch({ metrics, ...options }: MutationWatchOptions): WatchMutations {
  const trail = new AuditTrail(options);
  return async ({ mutation, result }, { principal, correlationId }) => {
    const member = memberOf(mutation, result);
    metrics.mutationEnded(mutation, member);
    if (principal === undefined) return;
    const { partnerId, client } = principal;
    await trail.record({ partnerId, client, mutation, result: member, correlationId });
  };
}
