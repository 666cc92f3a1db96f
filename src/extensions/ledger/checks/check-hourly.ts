import { LockMode } from '@mikro-orm/core';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { sharedGauge } from '../../../platform/observability/shared-gauge.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { findViolations } from './find-violations.rows.ts';
import { LedgerCheck } from './ledger-check.entity.ts';

/** How often the books are checked, in milliseconds (ours). */
const EVERY_MS = 3_600_000;
/** How much earlier than the last check the next one begins, in milliseconds: what was committed late is in one of them. */
const OVERLAP_MS = 300_000;

/** When the books are checked next, for a query over all work that is due. */
export const NEXT_CHECK = `select checked_at + interval '1 hour' from ledger_check where id = 1`;

const COUNT_VIOLATIONS = statement(
  'count_ledger_violations',
  `select 'found' as state, violations::float8 as value from ledger_check where id = 1`,
);

export const LEDGER_VIOLATIONS = sharedGauge(
  'gateway_ledger_violations',
  'Faults that the last hourly check of the books has found.',
  (sql) => sql.run(COUNT_VIOLATIONS, []),
);

export interface CheckDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Checks what has moved, if it is due and no other worker does. Until a fault is gone it is found each time. */
export async function checkHourly({ database, clock, logger }: CheckDependencies): Promise<boolean> {
  const now = clock.now();
  const faults = await database.transaction(async (transaction) => {
    const lockMode = LockMode.PESSIMISTIC_PARTIAL_WRITE;
    const check = await transaction.entities.findOne(LedgerCheck, 1, { lockMode });
    if (check === null || check.checkedAt.getTime() > now.getTime() - EVERY_MS) return [];
    const found = await findViolations(transaction, check.movedSince);
    check.checkedAt = now;
    check.violations = found.length;
    if (found.length === 0) check.movedSince = new Date(now.getTime() - OVERLAP_MS);
    return found;
  });
  for (const fault of faults) logger.error({ fault }, 'the books do not add up: see npm run check-ledger');
  return false;
}
