import type { Pool, PoolClient } from 'pg';
import { PipeliningClient } from './pipelining-client.ts';
import type { Session, Sessions, Tenant } from '../database/sessions.ts';
import type { SqlValue, Statement } from '../statements/statement.ts';

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

  transactionsInOneTrip<First, Second>(
    first: (session: Session) => Promise<First>,
    second: (session: Session) => Promise<Second>,
  ): Promise<readonly [First, Second]> {
    const sent = async <Result>(client: PipeliningClient, work: (session: Session) => Promise<Result>) => {
      client.begin();
      const [result] = await Promise.all([work(client), client.commit()]);
      return result;
    };
    return this.withClient((client) => Promise.all([sent(client, first), sent(client, second)]));
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
