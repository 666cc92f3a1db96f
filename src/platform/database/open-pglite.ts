import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { dataDir as emptyCluster } from '@electric-sql/pglite-prepopulatedfs';
import { MikroORM, type Options } from '@mikro-orm/pglite';
import { lockDataDirectory } from './data-directory-lock.ts';
import { EmbeddedSessions } from './embedded-sessions.ts';
import type { DatabaseOptions, OpenedDatabase } from './open-database.ts';

/** PGlite zeroes its buffers at each start: the 128 MB that are usual would be a third of what a start takes. */
const SHARED_BUFFERS = '16MB';

/**
 * Opens the embedded database.
 * @param common what MikroORM is told for either database
 * @throws DataDirectoryInUse when another process has it open
 */
export async function openPglite(options: DatabaseOptions, common: Options): Promise<OpenedDatabase> {
  const inMemory = options.dataDirectory === 'memory://';
  const unlock = inMemory ? () => undefined : lockDataDirectory(options.dataDirectory);
  const folder = inMemory ? options.dataDirectory : join(options.dataDirectory, 'pglite');
  const driverOptions: PGliteOptions = {
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    ...(!existsSync(join(folder, 'PG_VERSION')) && { loadDataDir: await newCluster() }),
  };
  const orm = await MikroORM.init({ ...common, dbName: folder, driverOptions });
  return {
    orm,
    entityManager: orm.em,
    sessions: new EmbeddedSessions(orm.em),
    embedded: true,
    migrationNames: options.migrations.map(({ name }) => name),
    connections: () => undefined,
    lacksRoom: () => false,
    async close() {
      await orm.close(true);
      unlock();
    },
  };
}

/** What initdb would make, which takes it several seconds. MikroORM copies its options: no Blob survives that as it is. */
async function newCluster(): Promise<Blob> {
  const archive = await emptyCluster();
  return Object.assign(archive, { clone: () => archive });
}
