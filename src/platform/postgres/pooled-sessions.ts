/**
 * Speaks with PostgreSQL: connections, pipelines and rows as bytes.
 * @packageDocumentation
 */

import type { Pool } from 'pg';
import { sqlState } from '../database/database-failure.ts';
import { EnvironmentError } from '../environment-error.ts';
import { BANK, type ConnectionShares } from './connection-shares.ts';
import { PipelinedSessions } from './pipelined-sessions.ts';
import { PipeliningClient } from './pipelining-client.ts';
import { SharedConnections } from './shared-connections.ts';
import type { Session, Sessions, Tenant } from '../database/sessions.ts';
import type { SunkRun } from '../statements/row-sink.ts';
import { statement, type SqlValue, type Statement } from '../statements/statement.ts';

const PROBE = statement('probe_session', 'select');
/** How many probes are made: another process may get the session that would reveal the pooler. */
const PROBES = 5;
/** SQLSTATEs if another session prepared a statement: invalid_sql_statement_name, duplicate_prepared_statement. */
const LOST_OR_DOUBLED = new Set(['26000', '42P05']);

/** A pooler in front of PostgreSQL gives the transactions of one connection different sessions. */
export class SessionsAreShared extends EnvironmentError {}

/** The connections of a process. */
interface Connections {
  /** Returns the current pool. */
  readonly pool: () => Pool;
  readonly shares: ConnectionShares;
}

interface Reserved {
  readonly client: PipeliningClient;
  readonly release: (whyBroken?: Error) => void;
}

/** Sessions on connections of MikroORM's pool. They bypass MikroORM, which costs more than a short statement. */
export class PooledSessions implements Sessions {
  readonly isEmbedded = false;
  private readonly connections: Connections;
  private readonly owner: string;
  private readonly shared: SharedConnections;

  /** @param owner the partner whose share they use */
  constructor(connections: Connections, owner = BANK, shared?: SharedConnections) {
    this.connections = connections;
    this.owner = owner;
    this.shared = shared ?? new SharedConnections((sharer, use) => this.of(sharer).lend(use));
  }

  of(partnerId: string): PooledSessions {
    return new PooledSessions(this.connections, partnerId, this.shared);
  }

  run<Row>(statement: Statement<Row>, values: readonly SqlValue[], tenant?: Tenant): Promise<Row[]> {
    return this.lend((client) => client.run(statement, values, tenant));
  }

  sink(run: SunkRun, tenant?: Tenant): Promise<void> {
    return this.lend((client) => client.sink(run, tenant));
  }

  together(sharer: string): Sessions {
    return new PipelinedSessions(this, (use) => this.shared.lend(sharer, use));
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

  inOneRoundTrip<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.withClient((client) => sent(client, work));
  }

  transactionsInOneRoundTrip<First, Second>(
    first: (session: Session) => Promise<First>,
    second: (session: Session) => Promise<Second>,
  ): Promise<readonly [First, Second]> {
    return this.withClient((client) => Promise.all([sent(client, first), sent(client, second)]));
  }

  /**
   * Checks whether what a connection prepares is there in its next transaction. A pooler that assigns sessions per
   * transaction would give that of the first connection to the second, which keeps it for a moment.
   * @throws SessionsAreShared
   */
  async expectLasting(): Promise<void> {
    const { client, release } = await this.reserve();
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
        'DATABASE_URL leads to a pooler in transaction mode without support for prepared statements: use session mode, or PgBouncer 1.21 or newer with max_prepared_statements above 0.',
      );
    } finally {
      release();
    }
  }

  private async lend<Result>(use: (client: PipeliningClient) => Promise<Result>): Promise<Result> {
    const { client, release } = await this.reserve();
    try {
      return await use(client);
    } finally {
      release();
    }
  }

  /** Lends a connection; if `work` throws, rolls back what it left open. */
  private async withClient<Result>(work: (client: PipeliningClient) => Promise<Result>): Promise<Result> {
    const { client, release } = await this.reserve();
    let whyBroken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      await client.rollback().catch(() => {
        whyBroken = new Error('Its transaction could not be ended.');
      });
      throw error;
    } finally {
      release(whyBroken);
    }
  }

  /** Takes a connection of the owner's share; `release` must be called. */
  private async reserve(): Promise<Reserved> {
    const { pool, shares } = this.connections;
    const waiting = shares.enter(this.owner);
    if (waiting !== undefined) await waiting;
    try {
      const client = await pool().connect();
      if (!(client instanceof PipeliningClient)) throw new TypeError('The pool was made with another client.');
      const release = (whyBroken?: Error) => {
        client.release(whyBroken);
        shares.leave(this.owner);
      };
      return { client, release };
    } catch (error) {
      shares.leave(this.owner);
      throw error;
    }
  }
}

async function sent<Result>(client: PipeliningClient, work: (session: Session) => Promise<Result>): Promise<Result> {
  client.begin();
  const [result] = await Promise.all([work(client), client.commit()]);
  return result;
}
