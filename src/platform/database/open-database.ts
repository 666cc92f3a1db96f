import type { Constructor, EntityName, MigrationObject, MikroORM } from '@mikro-orm/core';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM as PostgreSqlOrm } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Pool } from 'pg';
import type { Logger } from '../observability/logger.ts';
import { connectionOptions } from '../postgres/connection-url.ts';
import { PipeliningClient } from '../postgres/pipelining-client.ts';
import { PoolHealth } from '../postgres/pool-health.ts';
import { PooledSessions } from '../postgres/pooled-sessions.ts';
import { knowEntities } from '../statements/entities.ts';
import type { Sessions } from './sessions.ts';

/** Longest wait for a free or new connection, in milliseconds; then the request is refused with a retryable code. */
const CONNECT_TIMEOUT_MS = 2_500;
/**
 * Longest run of one statement and longest wait for one lock, in milliseconds: the caller is to hear of them within 6 s,
 * as of a database that is silent.
 */
const STATEMENT_TIMEOUT_MS = 4_000;
const LOCK_TIMEOUT_MS = 3_000;
/** Longest wait for the database to take its leave, in milliseconds: behind a broken network it never does. */
const LEAVE_MS_MAX = 2_000;

export interface DatabaseOptions {
  /** PostgreSQL, or undefined for PGlite under `dataDirectory`. */
  readonly url: string | undefined;
  /** Folder of the embedded database, or `memory://`. */
  readonly dataDirectory: string;
  readonly poolSize: number;
  readonly entities: readonly EntityName[];
  readonly migrations: readonly (MigrationObject | Constructor<Migration>)[];
  /** Told when the embedded database had to be opened again. */
  readonly logger?: Logger;
}

interface Connections {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface OpenedDatabase {
  readonly orm: Pick<MikroORM, 'schema' | 'migrator'>;
  /** For schema, migrations and what is not hot. */
  readonly entityManager: SqlEntityManager;
  /** For hot statements. */
  readonly sessions: Sessions;
  readonly embedded: boolean;
  /** Names of the migrations that this release knows. */
  readonly migrationNames: readonly string[];
  /** Connections to PostgreSQL just now, and who waits for one; none on PGlite. */
  connections(): Connections | undefined;
  /** Whether the database has lately refused a write because its disk is full. */
  lacksRoom(): boolean;
  /**
   * Looks whether connections keep what is prepared on them.
   * @throws SessionsAreShared when a pooler stands between that mixes them up
   */
  expectLastingSessions(): Promise<void>;
  /** To be called when the schema has changed: the embedded database knows the types of when it was opened. */
  learnTypes(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database through MikroORM: PostgreSQL with prepared, pipelined statements, or the embedded PGlite.
 * @throws DataDirectoryInUse when another process has the embedded database open
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  knowEntities(options.entities);
  if (options.url !== undefined) return openPostgreSql(options, options.url);
  const { openPglite } = await import('../embedded/open-pglite.ts');
  return openPglite(options, commonOptions(options));
}

/** What MikroORM is told for either. */
function commonOptions({ entities, migrations }: DatabaseOptions) {
  return {
    entities: [...entities],
    extensions: [Migrator],
    migrations: { migrationsList: [...migrations], snapshot: false, silent: true },
    // Both are written by hand, in migrations only.
    schemaGenerator: { ignorePolicies: true, ignoreRoutines: true },
  };
}

/** How each connection behaves. */
const SESSION_OPTIONS = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
  keepAlive: true,
  // What is prepared is planned once, but for the statements that say otherwise. Nothing here runs long enough to be
  // worth compiling: PostgreSQL would take 60 ms for that at each settlement, whose cost it overestimates. A plan
  // made while a table was small would read all of it, however much it grows: there is an index for each statement.
  options: '-c plan_cache_mode=force_generic_plan -c jit=off -c enable_seqscan=off',
};

async function openPostgreSql(options: DatabaseOptions, url: string): Promise<OpenedDatabase> {
  let pool: Pool | undefined;
  let health: PoolHealth | undefined;
  const { host, port, user, password, database, ...driverOptions } = connectionOptions(url);
  const orm = await PostgreSqlOrm.init({
    ...commonOptions(options),
    host,
    port,
    user,
    ...(password !== undefined && { password }),
    dbName: database,
    pool: { min: 0, max: options.poolSize },
    driverOptions: {
      Client: PipeliningClient,
      onPoolCreated(created: Pool) {
        pool = created;
        health = new PoolHealth(created);
      },
      pipeline: true,
      ...driverOptions,
      ...SESSION_OPTIONS,
    },
  });
  /** MikroORM makes it when it is first needed, and another when it had to make the database first. */
  const currentPool = () => {
    if (pool === undefined) orm.em.getConnection().getClient();
    if (pool === undefined) throw new Error('MikroORM has made no pool.');
    return pool;
  };
  const sessions = new PooledSessions(currentPool);
  return {
    orm,
    entityManager: orm.em,
    sessions,
    embedded: false,
    migrationNames: options.migrations.map(({ name }) => name),
    connections: () => pool && { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    lacksRoom: () => health?.lacksRoom === true,
    expectLastingSessions: () => sessions.expectLasting(),
    learnTypes: () => Promise.resolve(),
    async close() {
      const hangUp = setTimeout(() => health?.hangUp(), LEAVE_MS_MAX);
      await orm.close(true);
      clearTimeout(hangUp);
    },
  };
}
