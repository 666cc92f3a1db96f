import { Pool, type Dispatcher } from 'undici';
import { ProviderExchange, type Exchanged } from './provider-exchange.ts';

/** What the gateway shows of itself for a partner (mutual TLS): PEM texts. */
export interface TlsIdentity {
  readonly partnerId: string;
  readonly certificate: string;
  readonly privateKey: string;
}

export interface ProviderRequest {
  /** Whole address, encoded. */
  readonly url: string;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  /** Undefined: no certificate is shown. */
  readonly identity: TlsIdentity | undefined;
  /** Longest wait for the whole answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** How long a connection is kept for the next call, in milliseconds; less when the provider says so. */
const KEEP_ALIVE_MS = 4_000;
/** Largest head of an answer, in bytes. */
const HEAD_BYTES_MAX = 16 * 1024;

interface KnownPool {
  readonly identity: TlsIdentity | undefined;
  readonly pool: Pool;
}

/**
 * Connections to the provider: for each partner with a certificate its own, and for all others the same. Redirects are
 * not followed, and a request is never sent twice.
 */
export class ProviderConnections {
  private isClosed = false;
  private readonly pools = new Map<string, KnownPool>();
  private readonly underWay = new Set<ProviderExchange>();
  private readonly connectTimeoutMs: number;

  constructor(connectTimeoutMs: number) {
    this.connectTimeoutMs = connectTimeoutMs;
  }

  /** Whatever the other side does is an outcome; only a bug of ours is thrown. */
  async send({ url, method, headers, body = '', identity, timeoutMs }: ProviderRequest): Promise<Exchanged> {
    if (this.isClosed) return { kind: 'not sent', isGivenUp: true };
    const { origin, pathname, search } = new URL(url);
    const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
    const exchange = new ProviderExchange({ timeoutMs, settle: resolve, refuse: reject });
    this.underWay.add(exchange);
    try {
      const request = { path: pathname + search, method, headers, body: body === '' ? null : body };
      this.poolOf(origin, identity).dispatch(request, exchange);
      return await promise;
    } finally {
      this.underWay.delete(exchange);
    }
  }

  /** Ends every request and every connection. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const exchange of this.underWay) exchange.giveUp();
    await Promise.all([...this.pools.values()].map(({ pool }) => pool.destroy()));
  }

  private poolOf(origin: string, identity: TlsIdentity | undefined): Pool {
    const name = `${origin} ${identity?.partnerId ?? ''}`;
    const known = this.pools.get(name);
    if (known !== undefined && isSame(known.identity, identity)) return known.pool;
    void known?.pool.close();
    const pool = new Pool(origin, {
      connect: {
        ...(identity && { cert: identity.certificate, key: identity.privateKey }),
        timeout: this.connectTimeoutMs,
        // Whatever the environment says (NODE_TLS_REJECT_UNAUTHORIZED).
        rejectUnauthorized: true,
      },
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEAD_BYTES_MAX,
      // One request at a time on a connection, so that one cut off takes no other with it.
      allowH2: false,
      // An exchange has one timeout of its own, which covers these.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.pools.set(name, { identity, pool });
    return pool;
  }
}

function isSame(one: TlsIdentity | undefined, other: TlsIdentity | undefined): boolean {
  return one?.certificate === other?.certificate && one?.privateKey === other?.privateKey;
}
