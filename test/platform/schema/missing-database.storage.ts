import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { entities, migrations } from '../../../src/capabilities.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { isMigrated, migrate } from '../../../src/platform/schema/migrate.ts';
import { OwnServer, programs } from '../../support/own-server.ts';

/** Processes of a new installation that start concurrently. */
const STARTS = 4;

const { postgres, initdb } = programs();
const withPrograms = postgres === undefined || initdb === undefined ? describe.skip : describe;

withPrograms('a database that is missing', () => {
  let server: OwnServer;

  beforeAll(async () => {
    server = await OwnServer.postgreSql();
  });
  afterAll(() => server.remove());

  test('is created once when several processes start concurrently, and is used by all of them', async () => {
    const url = `postgresql://postgres@127.0.0.1:${server.port}/missing`;
    const start = async () => {
      const opened = await openDatabase({ url, dataDirectory: 'memory://', poolSize: 2, entities, migrations });
      try {
        await migrate(opened, () => Promise.resolve());
        const [row] = await opened.entityManager.getConnection().execute('select current_database() as "name"');
        return { ...row, isMigrated: await isMigrated(opened) };
      } finally {
        await opened.close();
      }
    };
    const started = await Promise.all(Array.from({ length: STARTS }, start));
    expect(started).toEqual(Array(STARTS).fill({ name: 'missing', isMigrated: true }));
  });
});
