import { sharedGauge } from '../observability/shared-gauge.ts';

/** Entries that are counted at most: a scrape must not read a backlog of millions. */
const COUNTED_MAX = 10_000;

/** What waits for its place in a chain; ids begin with their time, so the first is the oldest. */
export const AUDIT_BACKLOG = sharedGauge(
  'gateway_audit_backlog',
  'Audit entries that wait for their place in a chain, at most 10,000, and the age of the oldest in seconds.',
  {
    statement: 'read_audit_backlog',
    text: `
      select 'entries' as state, count(*)::float8 as value from (select from audit_outbox limit ${COUNTED_MAX}) as counted
      union all
      select 'oldest_seconds', greatest(0, coalesce(
        (select extract(epoch from $1::timestamptz - at)::float8 from audit_outbox order by id limit 1), 0
      ))`,
    values: (now) => [now.toISOString()],
  },
);
