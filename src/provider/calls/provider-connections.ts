import { Pool, type Dispatcher } from 'undici';
import { CONNECTION_OPTIONS } from '../../platform/outbound/origin-pools.ts';
import { hasDotSegment } from './provider-path.ts';
import { ProviderExchange, type Exchanged } from './provider-exchange.ts';

/** Client certificate of the gateway for a partner (mutual TLS), as PEM texts. */
export interface TlsIdentity {
  readonly partnerId: string;
  readonly certificate: string;
  readonly privateKey: string;
}

export interface ProviderRequest {
  /** Complete URL, encoded. */
  readonly url: string;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  /** Undefined: no client certificate. */
  readonly identity: TlsIdentity | undefined;
  /** Longest wait for the complete answer, in milliseconds. */
  readonly timeoutMs: number;
}

interface KnownPool {
  readonly identity: TlsIdentity | undefined;
  readonly pool: Pool;
}

/**
 * Connections to the provider: a pool for each partner with a certificate, and one for all others. Redirects are not
 * followed, and a request is never sent twice.
 */
export class ProviderConnections {
  private isEnding = false;
  private readonly pools = new Map<string, KnownPool>();
  private readonly inFlight = new Set<ProviderExchange>();
  private readonly connectTimeoutMs: number;

  constructor(connectTimeoutMs: number) {
    this.connectTimeoutMs = connectTimeoutMs;
  }

  /** Whether `close` was called: unanswered requests were then ended by us, not by the provider. */
  get isClosed(): boolean {
    return this.isEnding;
  }

  /** Sends a request. Whatever the other side does is an outcome; only our own bugs throw. */
  async send({ url, method, headers, body = '', identity, timeoutMs }: ProviderRequest): Promise<Exchanged> {
    if (this.isEnding) return { kind: 'not sent', isGivenUp: true };
    const { origin, pathname, search } = new URL(url);
    // Last line of defence: by now it is another path, which no caller has requested.
    if (hasDotSegment(url)) throw new Error('A path to the provider has a segment of dots.');
    const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
    const exchange = new ProviderExchange({ timeoutMs, settle: resolve, refuse: reject });
    this.inFlight.add(exchange);
    try {
      const request = { path: pathname + search, method, headers, body: body === '' ? null : body };
      this.poolOf(origin, identity).dispatch(request, exchange);
      return await promise;
    } finally {
      this.inFlight.delete(exchange);
    }
  }

  /** Ends every request, and closes every connection. */
  async close(): Promise<void> {
    this.isEnding = true;
    for (const exchange of this.inFlight) exchange.giveUp();
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
        // Overrides the environment (NODE_TLS_REJECT_UNAUTHORIZED).
        rejectUnauthorized: true,
      },
      ...CONNECTION_OPTIONS,
    });
    this.pools.set(name, { identity, pool });
    return pool;
  }
}

function isSame(one: TlsIdentity | undefined, other: TlsIdentity | undefined): boolean {
  return one?.certificate === other?.certificate && one?.privateKey === other?.privateKey;
}
