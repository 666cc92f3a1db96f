import type { PGlite, Results } from '@electric-sql/pglite';
import {
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';
import type { EmbeddedDatabase } from './embedded-database.ts';

/**
 * The embedded database for Kysely, and so for MikroORM. Kysely's own driver of PGlite waits for ever for a transaction
 * whose BEGIN fails, and leaves its error unhandled; its adapter lets one caller at a time have the connection.
 */
export class EmbeddedDialect implements Dialect {
  private readonly database: EmbeddedDatabase;

  constructor(database: EmbeddedDatabase) {
    this.database = database;
  }

  createAdapter(): PGliteAdapter {
    return new PGliteAdapter();
  }

  createDriver(): Driver {
    return new EmbeddedDriver(this.database);
  }

  createIntrospector(kysely: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(kysely);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }
}

class EmbeddedDriver implements Driver {
  private readonly database: EmbeddedDatabase;

  constructor(database: EmbeddedDatabase) {
    this.database = database;
  }

  async init(): Promise<void> {
    // The database is already open.
  }

  /** Never fails: Kysely would keep its lock, and all other callers would wait. */
  acquireConnection(): Promise<EmbeddedConnection> {
    return Promise.resolve(new EmbeddedConnection(this.database));
  }

  beginTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.end('commit');
  }

  rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.end('rollback');
  }

  savepoint(connection: EmbeddedConnection, name: string): Promise<void> {
    return connection.runAt('savepoint', name);
  }

  rollbackToSavepoint(connection: EmbeddedConnection, name: string): Promise<void> {
    return connection.runAt('rollback to savepoint', name);
  }

  releaseSavepoint(connection: EmbeddedConnection, name: string): Promise<void> {
    return connection.runAt('release savepoint', name);
  }

  async releaseConnection(): Promise<void> {
    // There is one connection, and Kysely decides whose turn it is.
  }

  destroy(): Promise<void> {
    return this.database.close();
  }
}

/** The database for one turn: work that began on an instance that became unusable does not continue on another. */
export class EmbeddedConnection implements DatabaseConnection {
  private readonly database: EmbeddedDatabase;
  private pglite: Promise<PGlite> | undefined;
  private isInTransaction = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(database: EmbeddedDatabase) {
    this.database = database;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.run<Row>(sql, parameters);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  streamQuery(): never {
    throw new Error('The embedded database gives no rows as a stream.');
  }

  async begin(): Promise<void> {
    await this.run('begin');
    this.isInTransaction = true;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    await this.run(how);
    this.isInTransaction = false;
  }

  async runAt(command: string, savepoint: string): Promise<void> {
    await this.run(`${command} "${savepoint.replaceAll('"', '""')}"`);
  }

  /**
   * Runs statements one after the other, even if several are requested concurrently: one that waits for a turn of the
   * event loop would otherwise run after the end of its transaction, in that of another caller.
   */
  private run<Row>(text: string, values: readonly unknown[] = []): Promise<Results<Row>> {
    const result = this.last.then(() => this.runNow<Row>(text, values));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async runNow<Row>(text: string, values: readonly unknown[]): Promise<Results<Row>> {
    this.pglite ??= this.database.usable();
    return this.database.run<Row>(await this.pglite, { text, values, isInTransaction: this.isInTransaction });
  }
}
