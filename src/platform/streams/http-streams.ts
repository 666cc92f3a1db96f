import type { ServerResponse } from 'node:http';
import type { Principal } from '../auth/principal.ts';
import type { TokenVerifier } from '../auth/token-verifier.ts';
import { refusedToken } from '../graphql/operations/authenticate.ts';
import { tooManyRequests, serviceUnavailable } from '../graphql/operations/client-error.ts';
import type { OpenedSubscription } from '../graphql/operations/open-subscription.ts';
import type { SocketCounts } from '../sockets/socket-counts.ts';
import { BEAT_MS } from '../sockets/socket-server.ts';
import { HttpStream, type StreamHost } from './http-stream.ts';
import type { StreamWire } from './stream-wire.ts';

/** How often tokens that are good no more are looked for, in milliseconds. */
const SWEEP_MS = 1_000;
/** Heartbeats for each time that sockets are asked whether they live: every 10 s. */
const HEARTBEATS_PER_BEAT = 1.2;
/** When a place may be free again, in seconds. */
const RETRY_SECONDS = 1;

export interface HttpStreamsOptions extends StreamHost {
  readonly tokens: Pick<TokenVerifier, 'problemOf'>;
  readonly counts: SocketCounts;
  /** A client that has read nothing of what was written for it is disconnected within twice of it. */
  readonly beatMs?: number | undefined;
}

export interface BeginningStream {
  readonly wire: StreamWire;
  readonly response: ServerResponse;
  readonly principal: Principal | undefined;
  readonly subscription: OpenedSubscription;
}

/** Answers of a process that go on: counts them among the sockets of their partners, keeps them alive, ends them. */
export class HttpStreams {
  private readonly streams = new Set<HttpStream>();
  private isStopping = false;
  private readonly options: HttpStreamsOptions;
  private readonly beatMs: number;
  private readonly sweep: NodeJS.Timeout;
  private readonly beat: NodeJS.Timeout;

  constructor(options: HttpStreamsOptions) {
    this.options = options;
    this.beatMs = options.beatMs ?? BEAT_MS;
    this.sweep = setInterval(() => {
      for (const stream of this.streams) this.checkToken(stream);
    }, SWEEP_MS);
    this.beat = setInterval(() => {
      for (const stream of this.streams) stream.beat();
    }, this.beatMs / HEARTBEATS_PER_BEAT);
  }

  /** How many there are of a wire. */
  count(name: StreamWire['name']): number {
    return [...this.streams].filter(({ wire }) => wire.name === name).length;
  }

  /** Counts an answer that may go on until it has ended, or says why there may be none more. */
  enter(principal: Principal | undefined, response: ServerResponse) {
    const { counts } = this.options;
    if (this.isStopping) return serviceUnavailable();
    if (!counts.enter(principal?.partnerId)) return tooManyRequests(counts.refusal, RETRY_SECONDS);
    response.once('close', () => {
      counts.leave(principal?.partnerId);
    });
    return undefined;
  }

  /** Begins to answer with what a subscription shows. */
  begin({ wire, response, principal, subscription }: BeginningStream): void {
    const stream = new HttpStream({ wire, response, principal, subscription, host: this.options });
    response.once('close', () => {
      stream.stop();
      this.streams.delete(stream);
    });
    if (this.isStopping) {
      stream.leave();
      return;
    }
    // An idle connection is told from one that is not read by what waits: heartbeats are far apart.
    response.setTimeout(this.beatMs, () => {
      if (response.writableLength > 0) response.destroy();
    });
    response.writeHead(200, { 'content-type': wire.contentType, 'x-accel-buffering': 'no' });
    response.flushHeaders();
    this.streams.add(stream);
    stream.begin();
  }

  /** Closes all of them. */
  readonly stop = (): void => {
    this.isStopping = true;
    clearInterval(this.sweep);
    clearInterval(this.beat);
    for (const stream of this.streams) stream.leave();
  };

  private checkToken(stream: HttpStream): void {
    const problem = stream.principal && this.options.tokens.problemOf(stream.principal);
    if (problem !== undefined) stream.end(refusedToken(problem));
  }
}
