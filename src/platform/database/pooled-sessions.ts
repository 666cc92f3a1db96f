import type { Pool, PoolClient } from 'pg';
import { PipeliningClient } from './pipelining-client.ts';
import type { Session, Sessions, Tenant } from './sessions.ts';
import type { SqlValue, Statement } from './statement.ts';

/** Sessions of PostgreSQL, from the pool that MikroORM has made. What stands between costs more than a short statement. */
export class PooledSessions implements Sessions {
  private readonly pool: () => Pool;

  /** @param pool the one of now */
  constructor(pool: () => Pool) {
    this.pool = pool;
  }

  async run<Row>(statement: Statement, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]> {
    const client = await this.reserve();
    try {
      return await client.run<Row>(statement, values, tenant);
    } finally {
      client.release();
    }
  }

  async transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const client = await this.reserve();
    let whyBroken: Error | undefined;
    try {
      client.begin();
      const result = await work(client);
      await client.commit();
      return result;
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
