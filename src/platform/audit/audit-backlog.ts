import { backlogGauge } from '../observability/shared-gauge.ts';

/** Audit entries that wait for their place in a chain. */
export const AUDIT_BACKLOG = backlogGauge(
  'gateway_audit_backlog',
  'Audit entries that wait for their position in a chain, counted up to 10,000, and the age of the oldest in seconds.',
  { statement: 'read_audit_backlog', table: 'audit_outbox', since: 'at', state: 'entries' },
);
