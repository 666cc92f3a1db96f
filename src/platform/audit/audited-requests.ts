import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AuditedMutation } from './audited-mutation.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { ForbiddenOperation } from '../requests/operation-runner.ts';
import type { AuditRead } from '../requests/request-context.ts';
import type { WatchMutation } from '../graphql/vocabulary/mutation-outcomes.ts';
import { memberOf, successOf, type Metrics } from '../observability/metrics.ts';

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
