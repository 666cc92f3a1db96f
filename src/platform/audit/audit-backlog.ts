import { backlogQuery, sharedGauge } from '../observability/shared-gauge.ts';
import { statement } from '../statements/statement.ts';

const READ_AUDIT_BACKLOG = statement(
  'read_audit_backlog',
  backlogQuery({ table: 'audit_outbox', since: 'at', state: 'entries' }),
);

/** Audit entries that wait for their place in a chain. */
export const AUDIT_BACKLOG = sharedGauge(
  'gateway_audit_backlog',
  'Audit entries that wait for their position in a chain, counted up to 10,000, and the age of the oldest in seconds.',
  (sql, now) => sql.run(READ_AUDIT_BACKLOG, [now]),
);
