/**
 * PostgreSQL inside the process, for a start without a server.
 * @packageDocumentation
 */

import type { PGlite, Results } from '@electric-sql/pglite';
import { describeError, type Logger } from '../observability/logger.ts';
import { sqlState } from '../database/database-failure.ts';
import { LoopTurn } from './loop-turn.ts';

/** Opens PGlite, and takes over what only an abandoned, unusable instance holds. */
export type OpenPglite = (left?: PGlite) => Promise<PGlite>;

interface Run {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly isInTransaction: boolean;
}

/** Shortest and longest backoff before another attempt to open the database again, in milliseconds; it doubles. */
const REST_MS = 500;
const REST_MS_MAX = 60_000;
/** SQLSTATE of a statement in a transaction after one that failed: the database itself works. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * The embedded database became unusable. Whether a commit that was under way succeeded is unknown; everything that was
 * acknowledged is there once it is open again.
 */
class EmbeddedDatabaseIsDown extends Error {
  /** crash_shutdown: a client can try again. */
  readonly code = '57P02';

  constructor(cause: unknown) {
    super('The embedded database is being reopened.', { cause });
  }
}

/** PGlite, opened again when it becomes unusable: it runs in this process, so nothing else would restart it. */
export class EmbeddedDatabase {
  private readonly open: OpenPglite;
  private readonly logger: Logger | undefined;
  private current: PGlite | undefined;
  private left: PGlite | undefined;
  private whyDown: unknown;
  private restMs = REST_MS;
  private openAgainAt = 0;
  private readonly turn = new LoopTurn();
  private count = 0;

  private constructor(open: OpenPglite, logger: Logger | undefined, pglite: PGlite) {
    this.open = open;
    this.logger = logger;
    this.current = pglite;
  }

  static async start(open: OpenPglite, logger?: Logger): Promise<EmbeddedDatabase> {
    return new EmbeddedDatabase(open, logger, await open());
  }

  /** Statements run so far: while the count stays the same nothing is new, as only this process has it open. */
  get uses(): number {
    return this.count;
  }

  /**
   * Returns a database that works, opened again if necessary. Must not be called concurrently.
   * @throws EmbeddedDatabaseIsDown while it cannot be opened, without an attempt at each call
   */
  async usable(): Promise<PGlite> {
    if (this.current !== undefined) return this.current;
    if (performance.now() < this.openAgainAt) throw new EmbeddedDatabaseIsDown(this.whyDown);
    try {
      this.current = await this.open(this.left);
    } catch (error) {
      this.rest(error);
      throw new EmbeddedDatabaseIsDown(error);
    }
    this.left = undefined;
    this.restMs = REST_MS;
    this.logger?.warn('the embedded database was reopened');
    return this.current;
  }

  /**
   * Runs a statement. If it fails, checks whether the database still works.
   * @throws EmbeddedDatabaseIsDown when it does not, or when `pglite` is no longer the current one
   */
  async run<Row>(pglite: PGlite, { text, values, isInTransaction }: Run): Promise<Results<Row>> {
    await this.turn.takePart();
    if (pglite !== this.current) throw new EmbeddedDatabaseIsDown(this.whyDown);
    try {
      return await pglite.query<Row>(text, [...values]);
    } catch (error) {
      if (await works(pglite, isInTransaction)) throw error;
      this.leave(pglite, error);
      throw new EmbeddedDatabaseIsDown(error);
    } finally {
      this.count += 1;
    }
  }

  /** Must be called after migrations: PGlite knows the array types that existed when it was opened. */
  async learnTypes(): Promise<void> {
    await this.current?.refreshArrayTypes();
  }

  async close(): Promise<void> {
    await this.current?.close();
  }

  private leave(pglite: PGlite, error: unknown): void {
    this.current = undefined;
    this.left = pglite;
    this.whyDown = error;
    this.logger?.warn({ error: describeError(error) }, 'the embedded database is unusable and will be reopened');
  }

  private rest(error: unknown): void {
    this.whyDown = error;
    this.openAgainAt = performance.now() + this.restMs;
    this.restMs = Math.min(2 * this.restMs, REST_MS_MAX);
    this.logger?.error({ error: describeError(error) }, 'the embedded database could not be reopened');
  }
}

async function works(pglite: PGlite, isInTransaction: boolean): Promise<boolean> {
  try {
    await pglite.query('select 1');
    return true;
  } catch (error) {
    return isInTransaction && sqlState(error) === IN_FAILED_TRANSACTION;
  }
}
