import { Migration20261129000000_core } from '../../migrations/Migration20261129000000_core.ts';
import type { Capability } from '../capability.ts';
import { requestRefusals } from '../kernel/domain-error.ts';
import { idempotencyRefusals } from '../kernel/idempotency-key-reused.ts';
import { lookupRefusals } from '../kernel/too-many-lookups.ts';
import { forgetFullBudgets } from './limits/lookup-budgets.ts';
import type { Database } from './database/database.ts';
import { WOKEN_REST_MS } from './loops/background-loop.ts';
import { EXPIRY_REST_MS, forgetOld } from './loops/retention.ts';
import { sharedGauge } from './observability/shared-gauge.ts';
import { statement } from './statements/statement.ts';
import type { SocketCounts } from './limits/socket-counts.ts';
import { IdempotencyKey } from './idempotency/idempotency-key.entity.ts';
import {
  IdempotentOutcomeResolver,
  type IdempotentOutcomeDependencies,
} from './idempotency/idempotent-outcome.resolver.ts';
import { OUTCOME_KEPT_SECONDS } from './idempotency/once-per-key.ts';
import { RateLimit } from './limits/rate-limit.entity.ts';
import { LookupBudget } from './limits/lookup-budget.entity.ts';
import { AuditHead } from './audit/audit-head.entity.ts';
import { AuditOutbox } from './audit/audit-outbox.entity.ts';
import { AUDIT_BACKLOG } from './audit/audit-backlog.ts';
import { EARLIEST_UNSEALED, sealAuditEntries } from './audit/seal-audit-entries.ts';
import { AuditEntry } from './audit/audit-entry.entity.ts';
import { SocketCount } from './limits/socket-count.entity.ts';
import { Installation } from './schema/installation.entity.ts';
import { RetiringMonth } from './schema/retiring-month.entity.ts';

/** How often processes exchange their numbers of sockets, in milliseconds. */
const SOCKET_COUNTS_REST_MS = 2_000;

interface PlatformNeeds {
  readonly socketCounts: SocketCounts;
  readonly database: Database;
}

const COUNT_RETIRING_MONTHS = statement(
  'count_retiring_months',
  `select case when detached_at is null then 'detach' else 'drop' end as state, count(*)::float8 as value
   from retiring_month group by 1`,
);

/** The capability on which all others are based: what the platform itself stores and refuses. */
export const platform: Capability<IdempotentOutcomeDependencies, PlatformNeeds> = {
  folder: 'platform',
  entities: [
    IdempotencyKey,
    RateLimit,
    LookupBudget,
    AuditEntry,
    SocketCount,
    Installation,
    RetiringMonth,
    AuditOutbox,
    AuditHead,
  ],
  migrations: [Migration20261129000000_core],
  apiRights: [
    { entity: Installation, may: ['select'] },
    ...[RateLimit, LookupBudget, SocketCount].map((entity) => ({
      entity,
      may: ['select', 'insert', 'update', 'delete'] as const,
    })),
  ],
  refusals: [requestRefusals, idempotencyRefusals, lookupRefusals],
  resolvers: (needs) => [new IdempotentOutcomeResolver(needs)],
  work(needs, loop) {
    const { socketCounts, database } = needs;
    const counting = loop('socket-counts', SOCKET_COUNTS_REST_MS, async () => {
      await socketCounts.exchange();
      return false;
    });
    const sealing = loop('audit-chain', WOKEN_REST_MS, () => sealAuditEntries(database));
    return [
      { name: 'socket-counts', worker: counting, role: 'api' },
      { name: 'audit-chain', worker: sealing, due: [EARLIEST_UNSEALED] },
    ];
  },
  retention: [
    {
      name: 'expired-keys',
      restMs: EXPIRY_REST_MS,
      forget: forgetOld(
        'forget_old_idempotency_keys',
        { table: 'idempotency_key', isOld: 'succeeded_at <= $1 order by succeeded_at' },
        (now) => new Date(now.getTime() - OUTCOME_KEPT_SECONDS * 1_000),
      ),
    },
    { name: 'full-budgets', restMs: EXPIRY_REST_MS, forget: forgetFullBudgets },
  ],
  gauges: [
    sharedGauge('gateway_retiring_months', 'Months of stored data that are being removed, by their next step.', (sql) =>
      sql.run(COUNT_RETIRING_MONTHS, []),
    ),
    AUDIT_BACKLOG,
  ],
};
