import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { drillFolder } from '../../drill/daemon.ts';
import { findProgram } from '../../drill/packages.ts';
import { startPgBouncer, type PgBouncer } from '../../drill/pgbouncer-process.ts';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnServer, programs } from '../../support/own-server.ts';
import { buildServer, serverProcess, TestProcess } from '../../support/process.ts';
import { sentenceOf } from '../../support/sentence.ts';

const withServers = programs().postgres === undefined ? describe.skip : describe;
const pgbouncer = findProgram('pgbouncer');
const COMMAND = 'dist/server/run-command.js';
const DIFFERENT = /^DATABASE_URL and DATABASE_MIGRATION_URL lead to different databases: .+ Nothing was migrated\.\n$/;

function urlOf(server: OwnServer | undefined, database: string, user = 'postgres'): string {
  return `postgresql://${user}@127.0.0.1:${server?.port ?? 0}/${database}`;
}

async function namesIn(connectionString: string, text: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(text);
  await client.end();
  return rows.map(({ name }) => name);
}
const tablesIn = (url: string) =>
  namesIn(url, `select tablename as "name" from pg_tables where schemaname = 'public' order by 1`);
const databasesOn = (server: OwnServer | undefined) =>
  namesIn(urlOf(server, 'postgres'), `select datname as "name" from pg_database where not datistemplate order by 1`);

withServers('DATABASE_MIGRATION_URL', () => {
  let servers: readonly OwnServer[] = [];

  beforeAll(async () => {
    await buildServer();
    servers = [await OwnServer.postgreSql(), await OwnServer.postgreSql()];
  });
  afterAll(async () => {
    await TestProcess.endAll();
    await Promise.all(servers.map((server) => server.remove()));
  });

  const environment = (used: string, migrated: string) => ({
    ...{ DATABASE_URL: used, DATABASE_MIGRATION_URL: migrated },
    ...{ SANDBOX: 'true', ROLES: 'worker', DATA_DIR: 'memory://' },
  });
  const processes: readonly (readonly [string, (settings: Readonly<Record<string, string>>) => TestProcess])[] = [
    ['a start', serverProcess],
    ['npm run migrate', (settings) => new TestProcess([COMMAND, 'migrate'], settings)],
  ];

  test.each(processes)(
    'of a database by the same name on another server ends %s, and that one stays as it is',
    async (_what, begin) => {
      const [used, migrated] = servers.map((server) => urlOf(server, 'postgres'));
      expect(await sentenceOf(begin(environment(used ?? '', migrated ?? '')))).toMatch(DIFFERENT);
      expect(await tablesIn(migrated ?? '')).toEqual([]);
    },
  );

  test.each(processes)(
    'of another database than that of DATABASE_URL, which is missing, ends %s, and it is not created',
    async (_what, begin) => {
      const [server] = servers;
      const started = begin(environment(urlOf(server, 'mistyped'), urlOf(server, 'postgres')));
      expect(await sentenceOf(started)).toMatch(
        /"mistyped" at \S+, which DATABASE_URL names, cannot be used: .+ Create the database, or correct its name\.\n$/,
      );
      expect(await databasesOn(server)).toEqual(['postgres']);
      expect(await tablesIn(urlOf(server, 'postgres'))).toEqual([]);
    },
  );

  test('is named by the message if its login is refused', async () => {
    const [server] = servers;
    const settings = environment(urlOf(server, 'postgres'), urlOf(server, 'postgres', 'nobody'));
    expect(await sentenceOf(serverProcess(settings))).toMatch(
      /, which DATABASE_MIGRATION_URL names, cannot be used: role "nobody" does not exist\. Correct the user/,
    );
  });
});

(programs().postgres === undefined || pgbouncer === undefined ? describe.skip : describe)(
  'a database that PgBouncer calls by another name',
  () => {
    const folder = drillFolder();
    let server: OwnServer | undefined;
    let bouncer: PgBouncer | undefined;

    beforeAll(async () => {
      await buildServer();
      server = await OwnServer.postgreSql();
      const place = { program: pgbouncer ?? '', folder: folder.path, leadsTo: server.port };
      bouncer = await startPgBouncer({ ...place, databases: { pooled: 'bank', postgres: 'postgres' } }, 'session');
    });
    afterAll(async () => {
      await TestProcess.endAll();
      await bouncer?.end();
      await server?.remove();
      folder.remove();
    });

    test('is served and operated, also if DATABASE_MIGRATION_URL has its own name, and none is created by the other name', async () => {
      const pooled = { DATABASE_URL: bouncer?.url('pooled') ?? '', SANDBOX: 'true', DATA_DIR: folder.path };
      const both = { ...pooled, DATABASE_MIGRATION_URL: urlOf(server, 'bank') };
      for (const settings of [both, pooled]) {
        const gateway = await GatewayProcess.start(settings);
        await gateway.createPocket(randomUUID(), '200001');
        await gateway.process.end('SIGTERM');
      }
      for (const [settings, ...args] of [
        [both, 'migrate'],
        [pooled, 'migrate'],
        [pooled, 'audit', '--partner', 'ACME_PAY'],
        [pooled, 'rollback'],
      ] as const)
        expect(await new TestProcess([COMMAND, ...args], settings).ended).toMatchObject({ code: 0 });
      expect(await databasesOn(server)).toEqual(['bank', 'postgres']);
    });
  },
);
