import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/clock.ts';
import { AuditedMutation } from '../platform/audit/audited-mutation.ts';
import type { AuditTrail } from '../platform/audit/audit-trail.ts';
import type { ObserveOperation } from '../platform/observability/operation-end.ts';
import type { ForbiddenOperation } from '../platform/graphql/operations/operation-runner.ts';
import type { AuditRead } from '../platform/graphql/operations/request-context.ts';
import type { WatchMutation } from '../platform/graphql/vocabulary/mutation-outcomes.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { memberOf, successOf, type Metrics } from '../platform/observability/metrics.ts';
import { logOperations } from '../platform/observability/operation-log.ts';

/** Counts and logs every operation. */
export function operationObserver(metrics: Metrics, logger: Logger): ObserveOperation {
  const log = logOperations(logger);
  return (end) => {
    metrics.operationEnded(end);
    log(end);
  };
}

interface Watching {
  readonly audit: AuditTrail;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly random: Random;
}

/** Counts and audits every mutation: in one commit with its effect, or, without an effect, before the response. */
export function mutationWatch({ audit, metrics, clock, random }: Watching): WatchMutation {
  return (mutation, context) => {
    const { principal, correlationId } = context;
    const count = (result: unknown) => {
      const member = memberOf(mutation, result);
      metrics.mutationEnded(mutation, member);
      return member;
    };
    if (principal === undefined) return { context, ended: (result) => void count(result) };
    const at = clock.now();
    const recorded = { partnerId: principal.partnerId, client: principal.client, mutation, correlationId };
    const entry = new AuditedMutation({ ...recorded, id: random.timeOrderedUuid(at), at }, successOf(mutation));
    return {
      context: { ...context, database: context.database.noting(entry) },
      ended(result) {
        const member = count(result);
        return entry.result === member ? undefined : audit.record({ ...recorded, result: member });
      },
    };
  };
}

/** Audits mutations for which the token lacks the scope. */
export function forbiddenMutations(audit: AuditTrail): ForbiddenOperation {
  return async (rootFields, { principal, correlationId }) => {
    if (principal === undefined) return;
    const { partnerId, client } = principal;
    const recorded = { partnerId, client, result: 'FORBIDDEN', correlationId };
    const record = (mutation: string) => audit.record({ ...recorded, mutation });
    await Promise.all(rootFields.map(record));
  };
}

/** Audits who has read a person's data. */
export function auditReads(audit: AuditTrail): AuditRead {
  return async ({ principal, correlationId }, query, subjects) => {
    if (principal === undefined) return;
    const { partnerId, client } = principal;
    const recorded = { partnerId, client, mutation: query, result: 'Read', correlationId };
    await Promise.all(subjects.map((subject) => audit.record({ ...recorded, subject })));
  };
}
