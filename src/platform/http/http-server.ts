/**
 * Serves HTTP: routes, bodies, TLS and health.
 * @packageDocumentation
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as SocketListener, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { runDetached } from '../loops/run-detached.ts';
import { InFlight } from '../loops/in-flight.ts';
import { errorCode } from '../error-code.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import { onArrival } from '../observability/spans.ts';
import { throttledLog } from '../observability/throttled-log.ts';
import type { ConnectionPlaces } from './connection-places.ts';
import { hostRefusal, type AllowsHost } from './host-check.ts';
import { answerError } from './json-answer.ts';
import { createListener } from './listener.ts';
import { NOTHING_SERVED, refusalHandler, STARTING } from './refusal-handler.ts';
import { headersOf, UnreadableBody } from './unreadable-body.ts';
import { pathOf, readTarget } from './request-target.ts';
import { RequestTurns } from './request-turns.ts';
import { refuseUpgrade, type Upgrades } from './upgrade.ts';

/** Answers one request. It can throw UnreadableBody; any other error is a bug and becomes a masked 500. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Handlers by HTTP method. */
type Methods = Readonly<Record<string, Handler>>;

/** Handlers by path, and then by HTTP method. */
export type Routes = Readonly<Record<string, Methods>>;

/**
 * How long a connection without traffic is kept during a request, in milliseconds (ours): a response that its client
 * does not read would otherwise be kept forever. The longest operation takes 10 s.
 */
const STALLED_MS = 30_000;
/**
 * How many pipelined requests of a connection can wait for earlier responses (ours): each is held in memory, and a
 * client that sends more of them does not read its responses.
 */
const PIPELINED_MAX = 100;
/** Longest wait for requests in flight when the server stops, in milliseconds. */
const DRAIN_TIMEOUT_MS = 8_000;
const OTHER_TARGET = {
  code: 'BAD_REQUEST',
  message: 'The target of the request is neither a path nor an http URL.',
} as const;
const OTHER_TARGET_HANDLER = refusalHandler(400, OTHER_TARGET);
/** Time in which a request can still arrive over a connection that was accepted before the stop, in milliseconds. */
const ARRIVAL_MS = 100;
/** How often connections that have become idle are closed during a stop, in milliseconds. */
const DRAIN_SWEEP_MS = 50;

/** The server cannot listen at this host and port; code and message are the system's. */
export class CannotListen extends Error {
  readonly code: string | undefined;
  readonly port: number;

  constructor(cause: Error, port: number) {
    super(cause.message, { cause });
    this.code = errorCode(cause);
    this.port = port;
  }
}

/** A route whose path has parameters. */
export interface FoundRoute {
  /** The path with the names of its parameters. */
  readonly path: string;
  readonly handler: Handler;
}

/** What a server answers, and where it accepts WebSockets, if anywhere. */
export interface Endpoints {
  readonly routes: Routes;
  readonly upgrades?: Upgrades;
  /**
   * Finds a route for what is not in `routes`; it may respond with 404, or with 405 if `routes` has the path with the
   * given methods.
   */
  readonly find?: (request: IncomingMessage, methods: readonly string[]) => FoundRoute;
  /** Checks `host` headers; by default all are allowed. */
  readonly allowsHost?: AllowsHost;
}

export interface HttpServerOptions {
  /** Bounds its connections; undefined: nothing does. */
  readonly places?: ConnectionPlaces;
  readonly stalledMs?: number;
  /** Options of TLS; undefined: plain HTTP. */
  readonly tls?: SecureContextOptions | undefined;
}

/** One HTTP server with exact paths, JSON errors throughout, and a graceful stop that loses no request in flight. */
export class HttpServer {
  private routes: Routes = {};
  private upgrades: Upgrades | undefined;
  private find: Endpoints['find'];
  private allowsHost: AllowsHost = () => true;
  private isStarting = true;
  private isStopping = false;
  /** Requests, and operations over sockets: a stop waits for all of them. */
  readonly inFlight = new InFlight();
  /** Number of requests that wait for earlier responses, by connection. */
  private readonly pipelined = new WeakMap<Socket, number>();
  private readonly turns = new RequestTurns();
  private readonly server: Server;
  private readonly logger: Logger;

  constructor(logger: Logger, { stalledMs = STALLED_MS, tls, places }: HttpServerOptions = {}) {
    this.logger = logger;
    this.server = createListener(tls, (request, response) => {
      const failed = (error: unknown) => {
        this.logger.error({ error: describeError(error) }, 'a response failed');
        response.destroy();
      };
      // For example a write after the end: without a listener the error would end the process.
      response.on('error', failed);
      const begin = () => {
        this.turns.run(request.socket.remoteAddress ?? '', () => {
          runDetached(() => this.handle(request, response), failed);
        });
      };
      // One request of a connection at a time: only the response whose turn it is has the connection.
      if (response.socket !== null) begin();
      else if (this.isBeyondPipeline(request, response)) request.socket.destroy();
      else response.once('socket', begin);
    });
    if (places !== undefined) this.server.on('connection', places.admit);
    this.server.timeout = stalledMs;
    this.server.on('upgrade', (request, socket, head) => {
      const work = () => {
        this.upgrade(request, socket, head);
      };
      runDetached(work, (error) => {
        this.logger.error({ error: describeError(error) }, 'a socket could not be opened');
        refuseUpgrade(socket, 500, { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error.' });
      });
    });
  }

  /** Listens, on any free port for 0, and returns the port. Until `serve` every path responds with 503. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (error) => {
        reject(new CannotListen(error, port));
      });
      this.server.listen(port, host, resolve);
    });
    // From here on an error means that one connection was not accepted, for example because of too many open files.
    this.server.on('error', (error) => {
      throttledLog(this.logger, 'error')({ error: describeError(error) }, 'a connection could not be accepted');
    });
    const address: AddressInfo | string | null = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  /** Sets the routes before `serve`; all other paths are 503. */
  serveWhileStarting(routes: Routes): void {
    this.routes = routes;
  }

  serve({ routes, upgrades, find, allowsHost = () => true }: Endpoints): void {
    this.isStarting = false;
    this.allowsHost = allowsHost;
    this.routes = routes;
    this.upgrades = upgrades;
    this.find = find;
  }

  /** Accepts no new connections, waits for requests in flight, even of disconnected clients, and closes all sockets. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const latest = performance.now() + DRAIN_TIMEOUT_MS;
    const closed = new Promise<void>((resolve) => {
      // `close` of http.Server would immediately close connections whose request is on its way.
      SocketListener.prototype.close.call(this.server, () => {
        resolve();
      });
    });
    await Promise.race([closed, wait(ARRIVAL_MS)]);
    this.server.close();
    // A keep-alive connection is idle only once its last response is sent.
    const sweep = setInterval(() => {
      this.server.closeIdleConnections();
    }, DRAIN_SWEEP_MS);
    const force = setTimeout(() => {
      this.server.closeAllConnections();
    }, DRAIN_TIMEOUT_MS);
    await Promise.all([closed, this.upgrades?.stop()]);
    clearInterval(sweep);
    clearTimeout(force);
    await this.inFlight.ended(latest);
  }

  private handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isStopping) response.setHeader('connection', 'close');
    const isReadable = readTarget(request);
    const path = pathOf(request);
    const methods = Object.hasOwn(this.routes, path) ? this.routes[path] : undefined;
    const handler = handlerOf(methods, request);
    const found = handler !== undefined || !isReadable ? undefined : this.find?.(request, Object.keys(methods ?? {}));
    const arrival = () => {
      const method = request.method ?? 'GET';
      const route = methods === undefined ? (found?.path ?? 'nothing') : path;
      const attributes = { 'http.request.method': method, 'http.route': route };
      return { name: `${method} ${route}`, headers: request.headers, attributes };
    };
    return this.inFlight.during(() =>
      onArrival(arrival, async (span) => {
        try {
          const chosen = isReadable ? this.route(request, methods, handler ?? found?.handler) : OTHER_TARGET_HANDLER;
          await chosen(request, response);
        } catch (error) {
          this.answerFailure(request, response, error);
        }
        span.setAttribute('http.response.status_code', response.statusCode);
      }),
    );
  }

  private isBeyondPipeline({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const waiting = this.pipelined.get(socket) ?? 0;
    if (waiting >= PIPELINED_MAX) return true;
    this.pipelined.set(socket, waiting + 1);
    response.once('close', () => this.pipelined.set(socket, (this.pipelined.get(socket) ?? 1) - 1));
    return false;
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const isReadable = readTarget(request);
    const ofHost = hostRefusal(request, this.allowsHost);
    if (this.isStopping) {
      refuseUpgrade(socket, 503, { code: 'SERVICE_UNAVAILABLE', message: 'The server is shutting down.' });
    } else if (this.isStarting) {
      refuseUpgrade(socket, 503, { code: 'SERVICE_UNAVAILABLE', message: 'The server is starting.' });
    } else if (!isReadable) {
      refuseUpgrade(socket, 400, OTHER_TARGET);
    } else if (ofHost !== undefined) {
      refuseUpgrade(socket, ...ofHost);
    } else if (pathOf(request) === this.upgrades?.path) {
      this.upgrades.accept(request, socket, head);
    } else {
      refuseUpgrade(socket, 404, { code: 'NOT_FOUND', message: 'This path does not accept WebSockets.' });
    }
  }

  private route(request: IncomingMessage, methods: Methods | undefined, handler: Handler | undefined): Handler {
    const ofHost = hostRefusal(request, this.allowsHost);
    if (ofHost !== undefined) return refusalHandler(...ofHost);
    if (handler !== undefined) return handler;
    if (methods === undefined && this.isStarting) return refusalHandler(503, STARTING, { 'retry-after': '1' });
    if (methods === undefined) return refusalHandler(404, NOTHING_SERVED);
    const allow = Object.keys(methods).join(', ');
    return refusalHandler(405, { code: 'METHOD_NOT_ALLOWED', message: `Use ${allow}.` }, { allow });
  }

  private answerFailure(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const correlationId = response.getHeader('x-correlation-id')?.toString();
    const isOver = response.headersSent || response.destroyed;
    if (isOver) response.destroy();
    if (isOver && (error instanceof UnreadableBody || errorCode(error) === 'ECONNRESET')) return;
    if (error instanceof UnreadableBody) {
      const shown = { code: error.code, message: error.message, correlationId };
      answerError(response, error.status, shown, headersOf(error, request));
      return;
    }
    this.logger.error({ correlationId, error: describeError(error) }, 'a request handler failed');
    if (isOver) return;
    answerError(response, 500, { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error.', correlationId });
  }
}

function handlerOf(methods: Methods | undefined, { method = 'GET' }: IncomingMessage): Handler | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return methods !== undefined && Object.hasOwn(methods, wanted) ? methods[wanted] : undefined;
}
