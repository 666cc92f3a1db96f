import { Pool, type Dispatcher } from 'undici';
import { isIntricate } from '../intricate-json.ts';
import { BODY_BYTES_MAX, Exchange, type Answer, type ReceivedAnswer, type Unanswered } from './exchange.ts';
import { openConnectionWith } from './open-connection.ts';
import { CONNECTION_OPTIONS } from './origin-pools.ts';
import { unpacked } from './unpack.ts';

/** A client certificate of the gateway (mutual TLS), as PEM texts. */
export interface TlsIdentity {
  /** Whose it is: nobody else's requests use its connections. */
  readonly owner: string;
  readonly certificate: string;
  readonly privateKey: string;
}

export interface ExchangeRequest {
  /** Complete URL, encoded. */
  readonly url: string;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** Undefined: no client certificate. */
  readonly identity?: TlsIdentity | undefined;
  /** Longest wait for the complete answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** Result of one request. */
export type Exchanged = Answer<string> | Unanswered;

interface KnownPool {
  readonly identity: TlsIdentity | undefined;
  readonly pool: Pool;
}

/**
 * Connections to servers that the operator has chosen, such as a provider: a pool for each client certificate, and one
 * for all other requests. Redirects are not followed, and a request is never sent twice.
 */
export class Connections {
  private isEnding = false;
  private readonly pools = new Map<string, KnownPool>();
  private readonly inFlight = new Set<Exchange>();
  private readonly connectTimeoutMs: number;

  constructor(connectTimeoutMs: number) {
    this.connectTimeoutMs = connectTimeoutMs;
  }

  /** Whether `close` was called: unanswered requests were then ended by us, not by the other side. */
  get isClosed(): boolean {
    return this.isEnding;
  }

  /**
   * Sends a request, and returns the complete answer, unpacked: some servers compress it although it says that it does
   * not accept that. Whatever the other side does is an outcome; only our own bugs throw.
   */
  async send({ url, method, headers, body = '', identity, timeoutMs }: ExchangeRequest): Promise<Exchanged> {
    if (this.isEnding) return { kind: 'not sent', isGivenUp: true };
    const { origin, pathname, search } = new URL(url);
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedAnswer>();
    const exchange = new Exchange({ timeoutMs, settle: resolve, refuse: reject });
    this.inFlight.add(exchange);
    try {
      const request = {
        ...{ path: pathname + search, method, body: body === '' ? null : body },
        headers: { ...headers, 'accept-encoding': 'identity' },
      };
      this.poolOf(origin, identity).dispatch(request, exchange);
      const received = await promise;
      return received.kind === 'answer' ? await read(received) : received;
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
    const name = `${origin} ${identity?.owner ?? ''}`;
    const known = this.pools.get(name);
    if (known !== undefined && isSame(known.identity, identity)) return known.pool;
    void known?.pool.close();
    const connect = openConnectionWith({
      ...(identity && { cert: identity.certificate, key: identity.privateKey }),
      timeout: this.connectTimeoutMs,
    });
    const pool = new Pool(origin, { connect, ...CONNECTION_OPTIONS });
    this.pools.set(name, { identity, pool });
    return pool;
  }
}

async function read({ body, ...answer }: Answer<Buffer>): Promise<Exchanged> {
  const plain = await unpacked(body, answer.headers['content-encoding'] ?? '', BODY_BYTES_MAX);
  if (plain === undefined) return { kind: 'no answer', isGivenUp: false };
  return isIntricate(plain) ? { kind: 'no answer', isGivenUp: true } : { ...answer, body: plain.toString() };
}

function isSame(one: TlsIdentity | undefined, other: TlsIdentity | undefined): boolean {
  return one?.certificate === other?.certificate && one?.privateKey === other?.privateKey;
}
