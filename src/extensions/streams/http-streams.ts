/**
 * Streams subscriptions as responses over HTTP.
 * @packageDocumentation
 */

import type { ServerResponse } from 'node:http';
import type { Principal } from '../../platform/auth/principal.ts';
import type { TokenVerifier } from '../../platform/auth/token-verifier.ts';
import type { AnonymousCallers } from '../../platform/http/anonymous-callers.ts';
import { closingOf } from '../../platform/http/closing-of.ts';
import { refusedToken } from '../../platform/requests/authenticate.ts';
import { tooManyRequests, serviceUnavailable } from '../../platform/graphql/errors/client-error.ts';
import type { OpenedSubscription } from '../../platform/requests/opened-subscription.ts';
import { SOCKET_RETRY_SECONDS, type SocketCounts } from '../../platform/limits/socket-counts.ts';
import { TendedSet } from '../../platform/loops/tended-set.ts';
import { BEAT_MS } from '../../platform/sockets/socket-server.ts';
import { HttpStream, type StreamHost } from './http-stream.ts';
import type { StreamWire } from './stream-wire.ts';

/** How often streams are checked for tokens that are no longer valid, in milliseconds. */
const SWEEP_MS = 1_000;
/** Heartbeats per ping interval of sockets: one every 10 s. */
const HEARTBEATS_PER_BEAT = 1.2;

export interface HttpStreamsOptions extends StreamHost {
  readonly tokens: Pick<TokenVerifier, 'problemOf'>;
  readonly counts: SocketCounts;
  readonly anonymous: Pick<AnonymousCallers, 'addressOf'>;
  /** Interval in milliseconds: a client that reads nothing that was written is disconnected within twice this time. */
  readonly beatMs?: number | undefined;
}

export interface BeginningStream {
  readonly wire: StreamWire;
  readonly response: ServerResponse;
  readonly principal: Principal | undefined;
  readonly subscription: OpenedSubscription;
}

/** The streamed responses of a process: counts them as sockets of their partners, keeps them alive, and ends them. */
export class HttpStreams {
  private readonly streams: TendedSet<HttpStream>;
  private isStopping = false;
  private readonly options: HttpStreamsOptions;
  private readonly beatMs: number;

  constructor(options: HttpStreamsOptions) {
    this.options = options;
    this.beatMs = options.beatMs ?? BEAT_MS;
    this.streams = new TendedSet([
      {
        everyMs: SWEEP_MS,
        tend: (stream) => {
          this.checkToken(stream);
        },
      },
      {
        everyMs: this.beatMs / HEARTBEATS_PER_BEAT,
        tend: (stream) => {
          stream.beat();
        },
      },
    ]);
  }

  /** Returns how many streams have this wire format. */
  count(name: StreamWire['name']): number {
    return [...this.streams].filter(({ wire }) => wire.name === name).length;
  }

  /** Counts a response that may become a stream until it is closed; returns the error if it is refused. */
  enter(principal: Principal | undefined, response: ServerResponse) {
    const { counts, anonymous } = this.options;
    if (this.isStopping) return serviceUnavailable();
    const owner = [principal?.partnerId, anonymous.addressOf(response.req)] as const;
    const refusal = counts.enter(...owner);
    if (refusal !== undefined) return tooManyRequests(refusal, SOCKET_RETRY_SECONDS);
    closingOf(response)(() => {
      counts.leave(...owner);
    });
    return undefined;
  }

  /** Starts to respond with the entries of a subscription, unless the client has already disconnected. */
  begin({ wire, response, principal, subscription }: BeginningStream): void {
    const stream = new HttpStream({ wire, response, principal, subscription, host: this.options });
    this.streams.add(stream);
    closingOf(response)(() => {
      stream.stop();
      this.streams.delete(stream);
    });
    if (this.isStopping) stream.leave();
    if (stream.hasEnded) return;
    // Heartbeats are far apart, so what is buffered distinguishes a client that does not read from an idle connection.
    response.setTimeout(this.beatMs, () => {
      if (response.writableLength > 0) response.destroy();
    });
    response.writeHead(200, { 'content-type': wire.contentType, 'x-accel-buffering': 'no' });
    response.flushHeaders();
    stream.begin();
  }

  /** Closes all streams, and refuses new ones. */
  readonly stop = (): void => {
    this.isStopping = true;
    this.streams.rest();
    for (const stream of this.streams) stream.leave();
  };

  private checkToken(stream: HttpStream): void {
    const problem = stream.principal && this.options.tokens.problemOf(stream.principal);
    if (problem !== undefined) stream.end(refusedToken(problem));
  }
}
