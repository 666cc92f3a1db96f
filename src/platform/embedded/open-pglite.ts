import { PGlite, types, type PGliteOptions } from '@electric-sql/pglite';
import { MikroORM, type Options } from '@mikro-orm/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import { throwWasmTraps } from './throw-wasm-traps.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { EmbeddedDatabase, type OpenPglite } from './embedded-database.ts';
import { EmbeddedDialect } from './embedded-dialect.ts';
import { archiveOfNewFiles, folderIn, makeFiles, whyUnusable } from './embedded-folder.ts';
import { EmbeddedSessions } from './embedded-sessions.ts';
import type { DatabaseOptions, OpenedDatabase } from '../database/opened-database.ts';

const MEMORY = 'memory://';
/** PGlite zeroes its buffers at each start: with the default of 128 MB, that would take a third of the start. */
const SHARED_BUFFERS = '16MB';
const PGLITE_OPTIONS: PGliteOptions = {
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  // Dates and instants are read as text, as MikroORM does on PostgreSQL, and so are large numbers, which a double may not
  // hold. PGlite derives the parsers of arrays.
  parsers: { ...createPostgreSqlTypeParsers((text) => [text]), [types.INT8]: (text) => text },
};

/**
 * Opens the embedded database.
 * @param common MikroORM's options for both databases
 * @throws DataDirectoryInUse when another process has it open
 */
export async function openPglite(options: DatabaseOptions, common: Options): Promise<OpenedDatabase> {
  const { dataDirectory, logger } = options;
  const inMemory = dataDirectory === MEMORY;
  const unlock = inMemory ? () => undefined : lockDataDirectory(dataDirectory);
  try {
    const open = inMemory ? openInMemory : openIn(folderIn(dataDirectory));
    const database = await EmbeddedDatabase.start(open, logger);
    const orm = await MikroORM.init({ ...common, dbName: 'postgres', driverOptions: new EmbeddedDialect(database) });
    return {
      orm,
      entityManager: orm.em,
      sessions: new EmbeddedSessions(orm.em, database),
      embedded: true,
      migrationNames: options.migrations.map(({ name }) => name),
      connections: () => undefined,
      lacksRoom: () => false,
      expectLastingSessions: () => Promise.resolve(),
      learnTypes: () => database.learnTypes(),
      async close() {
        await orm.close(true);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Takes over the files of an abandoned instance, with all that it has committed: they are in this process's memory. */
export const openInMemory: OpenPglite = async (left) =>
  create(MEMORY, left === undefined ? await archiveOfNewFiles() : await left.dumpDataDir('none'));

export function openIn(folder: string): OpenPglite {
  return async (left) => {
    // Otherwise its files would stay open, one more set each time.
    await left?.fs?.closeFs().catch(() => undefined);
    if (left === undefined) await makeFiles(folder);
    try {
      return await create(folder);
    } catch (error) {
      throw await whyUnusable(folder, error);
    }
  };
}

async function create(where: string, files?: Blob): Promise<PGlite> {
  const pglite = await PGlite.create(where, { ...PGLITE_OPTIONS, ...(files && { loadDataDir: files }) });
  throwWasmTraps(pglite);
  return pglite;
}
