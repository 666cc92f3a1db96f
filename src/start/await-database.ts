import { setTimeout as wait } from 'node:timers/promises';
import { isOutOfReach, isRefusedLogin, wasMadeMeanwhile } from '../platform/database/database-failure.ts';
import { Database } from '../platform/database/database.ts';
import type { OpenedDatabase } from '../platform/database/opened-database.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { throttledLog } from '../platform/observability/throttled-log.ts';
import { ensureDatabase } from '../platform/schema/migrate.ts';
import { statement } from '../platform/statements/statement.ts';
import { explainFailure } from './explain-failure.ts';
import type { Failures } from './failures.ts';

/** Delay between two attempts to reach the database, in milliseconds. */
const REST_MS = 1_000;

const REACH_DATABASE = statement('reach_database', 'select 1');

interface DatabaseWait {
  /** What may fail there. */
  readonly place: Failures;
  /** Whether a missing database is created. */
  readonly mayCreate: boolean;
  readonly logger: Logger;
  /** Is passed a sentence that says what the start waits for. */
  readonly report: (reason: string) => void;
}

/**
 * Waits until PostgreSQL accepts connections: processes of a cluster start in any order, and a failover takes time.
 * Logs what is missing, once a minute.
 * @throws errors that waiting cannot fix, such as a wrong password
 */
export async function awaitDatabase(opened: OpenedDatabase, waiting: DatabaseWait): Promise<void> {
  const { place, mayCreate, logger, report } = waiting;
  const warn = throttledLog(logger, 'warn');
  for (;;) {
    try {
      if (mayCreate) await ensureDatabase(opened);
      await new Database(opened.sessions).run(REACH_DATABASE, []);
      return;
    } catch (error) {
      if (wasMadeMeanwhile(error)) continue;
      if (!isOutOfReach(error) || isRefusedLogin(error)) throw error;
      const reason = explainFailure(error, [place]);
      report(reason);
      warn({}, `${reason} The gateway keeps trying.`);
      await wait(REST_MS);
    }
  }
}
