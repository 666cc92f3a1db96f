import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { entities, migrations } from '../../../src/capabilities.ts';
import { databaseFailures } from '../../../src/start/database-failures.ts';
import { explainFailure } from '../../../src/start/explain-failure.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { SessionsAreShared } from '../../../src/platform/postgres/pooled-sessions.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';
import { drillFolder } from '../../drill/daemon.ts';
import { findProgram } from '../../drill/packages.ts';
import { startPgBouncer, type PgBouncer } from '../../drill/pgbouncer-process.ts';
import { OwnServer, programs } from '../../support/own-server.ts';

const { postgres, initdb } = programs();
const pgbouncer = findProgram('pgbouncer');
const canRun = postgres !== undefined && initdb !== undefined && pgbouncer !== undefined;
if (pgbouncer === undefined) process.stderr.write('Tests behind PgBouncer are skipped: there is no pgbouncer.\n');

(canRun ? describe : describe.skip)('a pooler before PostgreSQL', () => {
  const folder = drillFolder();
  const bouncers: PgBouncer[] = [];
  let server: OwnServer;

  beforeAll(async () => {
    server = await OwnServer.postgreSql();
  });
  afterAll(async () => {
    for (const bouncer of bouncers) await bouncer.end();
    await server.remove();
    folder.remove();
  });

  async function startBehind(mode: 'session' | 'transaction', ignored?: string, databases = {}): Promise<void> {
    const place = { program: pgbouncer ?? '', folder: folder.path, leadsTo: server.port, databases };
    const bouncer = await startPgBouncer(place, mode, ignored);
    bouncers.push(bouncer);
    const url = bouncer.url('postgres');
    const opened = await openDatabase({ url, dataDirectory: 'memory://', poolSize: 4, entities, migrations });
    try {
      await migrate(opened, () => Promise.resolve());
    } finally {
      await opened.close();
    }
  }

  test('stops the start with a message when it pools by transaction', async () => {
    const start = startBehind('transaction');
    await expect(start).rejects.toThrow(SessionsAreShared);
    await expect(start).rejects.toThrow(/^DATABASE_URL leads to a pooler .*: use session mode, or .*\.$/);
  });

  test('is reported to need a setting when it is not configured for the gateway', async () => {
    const failure: unknown = await startBehind('session', 'extra_float_digits').catch((error: unknown) => error);
    expect(explainFailure(failure, [databaseFailures('postgresql://gateway@db/bank')])).toMatch(
      /^The database "bank" at db:5432, .*: unsupported startup parameter: \w+\. It is a PgBouncer: add options, /,
    );
  });

  test('is reported not to know the database', async () => {
    const start = startBehind('session', undefined, { other: 'postgres' });
    const failure: unknown = await start.catch((error: unknown) => error);
    expect(explainFailure(failure, [databaseFailures('postgresql://gateway@db/bank')])).toMatch(
      /^The database "bank" at db:5432, .*: .+\. A PgBouncer there does not know the database: correct its name, or add it /,
    );
  });

  test('lets the gateway start when it pools by session', async () => {
    await expect(startBehind('session')).resolves.toBeUndefined();
  });
});
