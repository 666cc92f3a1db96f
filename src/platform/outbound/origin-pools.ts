import { Pool, type Dispatcher } from 'undici';
import { HEAD_BYTES_MAX } from './open-connection.ts';

/** How long an idle connection is kept for the next call, in milliseconds; less if the other side says so. */
const KEEP_ALIVE_MS = 4_000;

/** What all connections that the gateway opens over HTTP have in common. */
export const CONNECTION_OPTIONS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: HEAD_BYTES_MAX,
  // One request at a time per connection, so that a lost connection fails only one.
  allowH2: false,
  // Each call has its own timeout, which covers these.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const satisfies Pool.Options;

/** A request with the scheme, host and port that it goes to. */
export interface OriginRequest extends Dispatcher.DispatchOptions {
  readonly origin: string;
}

/**
 * A pool of connections for each scheme, host and port that is being called, and none for others. It replaces undici's
 * Agent, which decides whether a pool is still needed while a call that was just aborted counts as waiting: it would
 * keep every origin whose last call timed out, at 20 kB each, forever.
 */
export class OriginPools {
  private readonly pools = new Map<string, Pool>();
  private readonly options: Pool.Options;

  constructor(options: Pool.Options) {
    this.options = options;
  }

  dispatch(request: OriginRequest, handler: Dispatcher.DispatchHandler): void {
    const pool = this.pools.get(request.origin) ?? this.open(request.origin);
    pool.dispatch(request, handler);
  }

  /** Ends all calls and closes all connections. */
  async destroy(): Promise<void> {
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  private open(origin: string): Pool {
    const pool = new Pool(origin, this.options);
    // By the next turn undici has dropped the calls that failed with the connection.
    const look = () => {
      setImmediate(() => {
        this.closeUnused(origin, pool);
      });
    };
    pool.on('disconnect', look).on('connectionError', look);
    this.pools.set(origin, pool);
    return pool;
  }

  private closeUnused(origin: string, pool: Pool): void {
    if (this.pools.get(origin) !== pool || pool.stats.connected > 0 || pool.stats.size > 0) return;
    this.pools.delete(origin);
    void pool.close();
  }
}
