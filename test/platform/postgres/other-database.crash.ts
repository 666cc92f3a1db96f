import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OwnServer, programs } from '../../support/own-server.ts';
import { buildServer, serverProcess, TestProcess } from '../../support/process.ts';
import { sentenceOf } from '../../support/sentence.ts';

const TIMEOUT_MS = 120_000;
const withServers = programs().postgres === undefined ? describe.skip : describe;

withServers('a start whose DATABASE_MIGRATION_URL names another server', () => {
  let servers: readonly OwnServer[] = [];
  const urlOf = (server: OwnServer | undefined) => `postgresql://postgres@127.0.0.1:${server?.port ?? 0}/postgres`;

  beforeAll(async () => {
    await buildServer();
    servers = [await OwnServer.postgreSql(), await OwnServer.postgreSql()];
  }, TIMEOUT_MS);
  afterAll(async () => {
    await TestProcess.endAll();
    await Promise.all(servers.map((server) => server.remove()));
  });

  test(
    'ends once that server is migrated, and does not wait forever',
    async () => {
      const [used, migrated] = servers.map(urlOf);
      const environment = { DATABASE_URL: used ?? '', DATABASE_MIGRATION_URL: migrated ?? '' };
      const started = serverProcess({ ...environment, SANDBOX: 'true', ROLES: 'worker', DATA_DIR: 'memory://' });
      expect(await sentenceOf(started)).toMatch(/^DATABASE_URL has none of the migrations that .+ has: /);
    },
    TIMEOUT_MS,
  );
});
