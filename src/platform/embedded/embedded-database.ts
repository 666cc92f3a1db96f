import type { PGlite, Results } from '@electric-sql/pglite';
import { describeError, type Logger } from '../observability/logger.ts';
import { sqlState } from '../database/database-failure.ts';
import { LoopTurn } from './loop-turn.ts';

/** Opens PGlite. From an unusable one that is abandoned it takes over what only that one holds. */
export type OpenPglite = (left?: PGlite) => Promise<PGlite>;

interface Run {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly isInTransaction: boolean;
}

/** Shortest and longest rest before another try to open the database again, in milliseconds; it doubles. */
const REST_MS = 500;
const REST_MS_MAX = 60_000;
/** PostgreSQL's state for what is run in a transaction after a statement that failed: the database itself is well. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * The embedded database had become unusable. Whether a commit that was under way has happened is not known; whatever had
 * been acknowledged is there when it is open again.
 */
class EmbeddedDatabaseIsDown extends Error {
  /** crash_shutdown: a client may try again. */
  readonly code = '57P02';

  constructor(cause: unknown) {
    super('The embedded database is opened again.', { cause });
  }
}

/** PGlite, opened again when it has become unusable: its process is this one, and nobody else would restart it. */
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

  /** Statements that were run so far: no other process has the database open, so while it stays nothing can be new. */
  get uses(): number {
    return this.count;
  }

  /**
   * A database that can be worked with, opened again where it has to be. Called by one at a time.
   * @throws EmbeddedDatabaseIsDown while it cannot be opened, without a try at each call
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
    this.logger?.warn('the embedded database was opened again');
    return this.current;
  }

  /**
   * Runs a statement. After one that failed it is asked whether the database still works.
   * @throws EmbeddedDatabaseIsDown when it does not, or when `pglite` is no longer the one that is used
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

  /** After migrations: types of arrays are known by what was there when the database was opened. */
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
    this.logger?.warn({ error: describeError(error) }, 'the embedded database has become unusable and is opened again');
  }

  private rest(error: unknown): void {
    this.whyDown = error;
    this.openAgainAt = performance.now() + this.restMs;
    this.restMs = Math.min(2 * this.restMs, REST_MS_MAX);
    this.logger?.error({ error: describeError(error) }, 'the embedded database could not be opened again');
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
