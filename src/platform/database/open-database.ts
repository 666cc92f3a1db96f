import { join } from 'node:path';
import type { Constructor, EntityName, MigrationObject, MikroORM } from '@mikro-orm/core';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM as PgliteOrm } from '@mikro-orm/pglite';
import { MikroORM as PostgreSqlOrm } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Pool } from 'pg';
import { PipeliningClient } from './pipelining-client.ts';
import { lockDataDirectory } from './data-directory-lock.ts';

/** Longest wait for a free or new connection, in milliseconds; then the request is refused with a retryable code. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Longest run of one statement and longest wait for one lock, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;

export interface DatabaseOptions {
  /** PostgreSQL, or undefined for PGlite under `dataDirectory`. */
  readonly url: string | undefined;
  /** Folder of the embedded database, or `memory://`. */
  readonly dataDirectory: string;
  readonly poolSize: number;
  readonly entities: EntityName[];
  readonly migrations: (MigrationObject | Constructor<Migration>)[];
}

interface Connections {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface OpenedDatabase {
  readonly orm: Pick<MikroORM, 'schema' | 'migrator'>;
  readonly entityManager: SqlEntityManager;
  readonly embedded: boolean;
  /** Names of the migrations that this release knows. */
  readonly migrationNames: readonly string[];
  /** Connections to PostgreSQL just now, and who waits for one; none on PGlite. */
  connections(): Connections | undefined;
  close(): Promise<void>;
}

/**
 * Opens the database through MikroORM: PostgreSQL with prepared, pipelined statements, or the embedded PGlite.
 * @throws DataDirectoryInUse when another process has the embedded database open
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  return options.url === undefined ? openPglite(options) : openPostgreSql(options, options.url);
}

function commonOptions({ entities, migrations }: DatabaseOptions) {
  return {
    entities,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, silent: true },
  };
}

async function openPglite(options: DatabaseOptions): Promise<OpenedDatabase> {
  const inMemory = options.dataDirectory === 'memory://';
  const unlock = inMemory ? () => undefined : lockDataDirectory(options.dataDirectory);
  const orm = await PgliteOrm.init({
    ...commonOptions(options),
    dbName: inMemory ? 'memory://' : join(options.dataDirectory, 'pglite'),
  });
  return {
    orm,
    entityManager: orm.em,
    embedded: true,
    migrationNames: options.migrations.map(({ name }) => name),
    connections: () => undefined,
    async close() {
      await orm.close(true);
      unlock();
    },
  };
}

async function openPostgreSql(options: DatabaseOptions, clientUrl: string): Promise<OpenedDatabase> {
  let pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined;
  const orm = await PostgreSqlOrm.init({
    ...commonOptions(options),
    clientUrl,
    pool: { min: 0, max: options.poolSize },
    driverOptions: {
      Client: PipeliningClient,
      onPoolCreated: (created: Pool) => (pool = created),
      pipeline: true,
      application_name: 'partner-banking-gateway',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
      keepAlive: true,
      // What is prepared is planned once, but for the statements that say otherwise. Nothing here runs long enough to be
      // worth compiling: PostgreSQL would take 60 ms for that at each settlement, whose cost it overestimates.
      options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    },
  });
  return {
    orm,
    entityManager: orm.em,
    embedded: false,
    migrationNames: options.migrations.map(({ name }) => name),
    connections: () => pool && { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    close: () => orm.close(true),
  };
}
