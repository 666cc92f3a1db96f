import { setTimeout as wait } from 'node:timers/promises';
import type { StorageConfig } from '../config/storage.ts';
import { isOutOfReach, wasMadeMeanwhile } from '../platform/database/database-failure.ts';
import { Database } from '../platform/database/database.ts';
import type { OpenedDatabase } from '../platform/database/open-database.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { throttledLog } from '../platform/observability/throttled-log.ts';
import { ensureDatabase } from '../platform/schema/migrate.ts';
import { statement } from '../platform/statements/statement.ts';
import { explainFailure, storageFailures } from './start-failures/explain-failure.ts';

/** Delay between two attempts to reach the database, in milliseconds. */
const REST_MS = 1_000;

const REACH_DATABASE = statement('reach_database', 'select 1');

interface Waiting {
  readonly config: StorageConfig;
  readonly logger: Logger;
  /** Is passed a sentence that says what the start waits for. */
  readonly report: (reason: string) => void;
}

/**
 * Waits until PostgreSQL accepts connections: processes of a cluster start in any order, and a failover takes time.
 * Logs what is missing, once a minute.
 * @throws errors that waiting cannot fix, such as a wrong password
 */
export async function awaitDatabase(opened: OpenedDatabase, { config, logger, report }: Waiting): Promise<void> {
  if (opened.embedded) return;
  const warn = throttledLog(logger, 'warn');
  for (;;) {
    try {
      await ensureDatabase(opened);
      await new Database(opened.sessions).run(REACH_DATABASE, []);
      return;
    } catch (error) {
      if (wasMadeMeanwhile(error)) continue;
      if (!isOutOfReach(error)) throw error;
      const reason = explainFailure(error, storageFailures(config));
      report(reason);
      warn({}, `${reason} The gateway keeps trying.`);
      await wait(REST_MS);
    }
  }
}
