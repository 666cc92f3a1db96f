import type { Pool, PoolClient } from 'pg';
import { sqlState } from '../database/database-failure.ts';
import { EnvironmentError } from '../environment-error.ts';
import { OneTrip } from './one-trip.ts';
import { PipeliningClient } from './pipelining-client.ts';
import type { Session, Sessions, SunkRun, Tenant } from '../database/sessions.ts';
import { statement, type SqlValue, type Statement } from '../statements/statement.ts';

const PROBE = statement('probe_session', 'select');
/** How often it is looked: another process may take the session that would tell. */
const PROBES = 5;
/** What is said of a statement that was prepared in another session: invalid_sql_statement_name, duplicate_prepared_statement. */
const LOST_OR_DOUBLED = new Set(['26000', '42P05']);

/** A pooler before PostgreSQL gives the transactions of one connection different sessions. */
export class SessionsAreShared extends EnvironmentError {}

/** Sessions of PostgreSQL, from the pool that MikroORM has made. What stands between costs more than a short statement. */
export class PooledSessions implements Sessions {
  readonly isEmbedded = false;
  private readonly pool: () => Pool;

  /** @param pool the one of now */
  constructor(pool: () => Pool) {
    this.pool = pool;
  }

  async run<Row>(statement: Statement<Row>, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]> {
    const client = await this.reserve();
    try {
      return await client.run(statement, values, tenant);
    } finally {
      client.release();
    }
  }

  async sink(run: SunkRun, tenant?: Tenant): Promise<void> {
    await this.lend((client) => client.sink(run, tenant));
  }

  together(): Sessions {
    return new OneTrip(this, (work) => this.lend(work));
  }

  transaction<Result>(
    work: (session: Session) => Promise<Result>,
    commits: (result: Result) => boolean,
  ): Promise<Result> {
    return this.withClient(async (client) => {
      client.begin();
      const result = await work(client);
      await (commits(result) ? client.commit() : client.rollback());
      return result;
    });
  }

  inOneTrip<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.withClient((client) => sent(client, work));
  }

  transactionsInOneTrip<First, Second>(
    first: (session: Session) => Promise<First>,
    second: (session: Session) => Promise<Second>,
  ): Promise<readonly [First, Second]> {
    return this.withClient((client) => Promise.all([sent(client, first), sent(client, second)]));
  }

  /**
   * Looks whether what a connection prepares is there in its next transaction. A pooler that lends sessions by the
   * transaction would lend that of the first connection to the second, which keeps it for a moment.
   * @throws SessionsAreShared
   */
  async expectLasting(): Promise<void> {
    const client = await this.reserve();
    const meanwhile = async (other: Session) => {
      await other.run(PROBE, []);
      await client.run(PROBE, []);
    };
    try {
      for (let probes = 0; probes < PROBES; probes += 1) {
        await client.run(PROBE, []);
        await this.transaction(meanwhile, () => true);
      }
    } catch (error) {
      if (!LOST_OR_DOUBLED.has(sqlState(error) ?? '')) throw error;
      throw new SessionsAreShared(
        'DATABASE_URL leads to a pooler that gives each transaction another session, where prepared statements are missing: let PgBouncer pool by session, or take 1.21 or newer with max_prepared_statements above 0.',
      );
    } finally {
      client.release();
    }
  }

  private async lend(work: (client: PipeliningClient) => Promise<unknown>): Promise<void> {
    const client = await this.reserve();
    try {
      await work(client);
    } finally {
      client.release();
    }
  }

  /** Rolls back what `work` leaves open when it throws. */
  private async withClient<Result>(work: (client: PipeliningClient) => Promise<Result>): Promise<Result> {
    const client = await this.reserve();
    let whyBroken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      await client.rollback().catch(() => {
        whyBroken = new Error('Its transaction could not be ended.');
      });
      throw error;
    } finally {
      client.release(whyBroken);
    }
  }

  private async reserve(): Promise<PipeliningClient & PoolClient> {
    const client = await this.pool().connect();
    if (client instanceof PipeliningClient) return client;
    throw new TypeError('The pool was made with another client.');
  }
}

async function sent<Result>(client: PipeliningClient, work: (session: Session) => Promise<Result>): Promise<Result> {
  client.begin();
  const [result] = await Promise.all([work(client), client.commit()]);
  return result;
}
