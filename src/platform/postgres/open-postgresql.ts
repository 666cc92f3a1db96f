import type { MikroORM } from '@mikro-orm/core';
import { MikroORM as PostgreSqlOrm, type Options } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Pool } from 'pg';
import type { DatabaseOptions, OpenedDatabase } from '../database/opened-database.ts';
import { connectionOptions } from './connection-url.ts';
import { ConnectionShares } from './connection-shares.ts';
import { PipeliningClient } from './pipelining-client.ts';
import { PoolHealth } from './pool-health.ts';
import { PooledSessions } from './pooled-sessions.ts';

/** Longest wait for a free or new connection, in milliseconds; then the request is refused with a retryable code. */
const CONNECT_TIMEOUT_MS = 2_500;
/**
 * Longest run of one statement and longest wait for one lock, in milliseconds: the caller must get the error within six
 * seconds, as when the database does not respond.
 */
const STATEMENT_TIMEOUT_MS = 4_000;
const LOCK_TIMEOUT_MS = 3_000;
/** Longest wait for connections to close, in milliseconds: over a broken network they never do. */
const LEAVE_MS_MAX = 2_000;

/**
 * How each connection plans. A prepared statement is planned once, unless it says otherwise. None runs long enough to
 * be worth JIT compilation: PostgreSQL would spend 60 ms on it at each settlement, whose cost it overestimates. A plan
 * made while a table is small would scan it even when it has grown: each statement has an index instead.
 */
export const PLANNING = { plan_cache_mode: 'force_generic_plan', jit: 'off', enable_seqscan: 'off' } as const;

/**
 * What statements rely on, whatever the server, the database or the login have as defaults: a decision needs a snapshot
 * from after its wait for a lock, `\` in a text is a character, and values are written as they are read here; and what listens is idle. Behind a
 * pooler that ignores these options, `begin` still asks for such snapshots.
 */
const RELIED_ON = {
  default_transaction_isolation: 'read committed',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  row_security: 'on',
  datestyle: 'ISO',
  timezone: 'UTC',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  quote_all_identifiers: 'off',
  idle_session_timeout: '0',
} as const;

/** Options of each connection. */
const SESSION_OPTIONS = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
  keepAlive: true,
  options: Object.entries({ ...PLANNING, ...RELIED_ON })
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' '),
};

/** Succeeds on a connection to the database, whatever its name. */
function tryDatabase(): string {
  return 'select 1';
}

/**
 * MikroORM connects to the database, and then looks for its name: if it found none, because only a pooler knows the
 * database by this name, it would create a second one.
 */
function findByConnecting(entityManager: SqlEntityManager): void {
  const schemaHelper = entityManager.getPlatform().getSchemaHelper();
  if (schemaHelper !== undefined) schemaHelper.getDatabaseExistsSQL = tryDatabase;
}

async function closePool(orm: MikroORM, pool: Pool | undefined, health: PoolHealth | undefined): Promise<void> {
  const hangUp = setTimeout(() => health?.hangUp(), LEAVE_MS_MAX);
  try {
    await orm.close(true);
    // MikroORM leaves a pool open that only sessions have used.
    if (pool?.ending === false) await pool.end();
  } finally {
    clearTimeout(hangUp);
  }
}

function connectionsOf({ totalCount: total, idleCount: idle, waitingCount }: Pool, shares: ConnectionShares) {
  return { total, idle, waiting: waitingCount + shares.waiting, beyond_share: shares.beyondShare };
}

/**
 * Opens a PostgreSQL with prepared, pipelined statements.
 * @param common MikroORM's options for both databases
 */
export async function openPostgreSql(
  url: string,
  { poolSize, migrations }: DatabaseOptions,
  common: Options,
): Promise<OpenedDatabase> {
  let pool: Pool | undefined;
  let health: PoolHealth | undefined;
  const { host, port, user, password, database, ...driverOptions } = connectionOptions(url);
  const orm = await PostgreSqlOrm.init({
    ...common,
    host,
    port,
    user,
    ...(password !== undefined && { password }),
    dbName: database,
    pool: { min: 0, max: poolSize },
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
  findByConnecting(orm.em);
  /** MikroORM creates it when it is first needed, and another one if it had to create the database first. */
  const currentPool = () => {
    if (pool === undefined) orm.em.getConnection().getClient();
    if (pool === undefined) throw new Error('MikroORM has made no pool.');
    return pool;
  };
  const shares = new ConnectionShares(poolSize, CONNECT_TIMEOUT_MS);
  const sessions = new PooledSessions({ pool: currentPool, shares });
  return {
    orm,
    entityManager: orm.em,
    sessions,
    embedded: false,
    migrationNames: migrations.map(({ name }) => name),
    connections: () => pool && connectionsOf(pool, shares),
    lacksRoom: () => health?.lacksRoom === true,
    expectLastingSessions: () => sessions.expectLasting(),
    learnTypes: () => Promise.resolve(),
    close: () => closePool(orm, pool, health),
  };
}
