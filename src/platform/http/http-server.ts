import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as SocketListener, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { runDetached } from '../loops/run-detached.ts';
import { UnderWay } from '../loops/under-way.ts';
import { errorCode } from '../error-code.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import { onArrival } from '../observability/spans.ts';
import { throttledLog } from '../observability/throttled-log.ts';
import { OTHER_HOST, type AllowsHost } from './host-check.ts';
import { answerError } from './json-answer.ts';
import { createListener } from './listener.ts';
import { refusing, STARTING } from './refusing.ts';
import { UnreadableBody } from './unreadable-body.ts';
import { refuseUpgrade, type Upgrades } from './upgrade.ts';

/** Answers one request. It may throw UnreadableBody; any other throw is a bug and becomes a masked 500. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** What a path answers, by HTTP method. */
export type Routes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

/**
 * How long a connection is kept on which nothing moves while a request is under way, in milliseconds (ours): an answer that
 * nobody reads would be kept for good. The longest operation takes 10 s.
 */
const STALLED_MS = 30_000;
/**
 * How many requests of a connection may wait for the answers before theirs (ours): each is held in memory, and who sends
 * more at once reads none of them.
 */
const PIPELINED_MAX = 100;
/** Longest wait for requests in flight when the server stops, in milliseconds. */
const DRAIN_TIMEOUT_MS = 8_000;
/** Time in which a request may still arrive whose connection was taken before the stop, in milliseconds. */
const ARRIVAL_MS = 100;
/** How often connections that have become idle are closed meanwhile, in milliseconds. */
const DRAIN_SWEEP_MS = 50;

/** Nothing can be served at this host and port; code and message are the system's. */
export class CannotListen extends Error {
  readonly code: string | undefined;
  readonly port: number;

  constructor(cause: Error, port: number) {
    super(cause.message, { cause });
    this.code = errorCode(cause);
    this.port = port;
  }
}

/** A path that has parameters in it. */
export interface FoundRoute {
  /** The path with the names of its parameters. */
  readonly path: string;
  readonly handler: Handler;
}

/** What a server answers, and where it opens sockets, if anywhere. */
export interface Endpoints {
  readonly routes: Routes;
  readonly upgrades?: Upgrades;
  /** Answers what has no exact path, with 404 too. */
  readonly find?: (request: IncomingMessage) => FoundRoute;
  /** By which names it is called; any where it is not said. */
  readonly allowsHost?: AllowsHost;
}

export interface HttpServerOptions {
  readonly stalledMs?: number;
  /** How TLS is served; undefined: in the clear. */
  readonly tls?: SecureContextOptions | undefined;
}

/** One HTTP server with exact paths, JSON errors throughout, and an end that loses no request in flight. */
export class HttpServer {
  private routes: Routes = {};
  private upgrades: Upgrades | undefined;
  private find: Endpoints['find'];
  private allowsHost: AllowsHost = () => true;
  private isStarting = true;
  private isStopping = false;
  /** Requests, and operations of sockets: a stop waits for all of them. */
  readonly underWay = new UnderWay();
  /** Requests by connection that wait for the answers before theirs. */
  private readonly pipelined = new WeakMap<Socket, number>();
  private readonly server: Server;
  private readonly logger: Logger;

  constructor(logger: Logger, { stalledMs = STALLED_MS, tls }: HttpServerOptions = {}) {
    this.logger = logger;
    this.server = createListener(tls, (request, response) => {
      const failed = (error: unknown) => {
        this.logger.error({ error: describeError(error) }, 'an answer failed');
        response.destroy();
      };
      // An answer that is written to after its end, say: without a listener it would end the process.
      response.on('error', failed);
      if (this.isBeyondPipeline(request, response)) request.socket.destroy();
      else runDetached(() => this.handle(request, response), failed);
    });
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

  /** Listens, on any free port for 0, and returns the port. Until `serve` every path answers 503. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (error) => {
        reject(new CannotListen(error, port));
      });
      this.server.listen(port, host, resolve);
    });
    // From here on it is one connection that could not be taken: there are too many open files, say.
    this.server.on('error', (error) => {
      throttledLog(this.logger, 'error')({ error: describeError(error) }, 'a connection could not be taken');
    });
    const address: AddressInfo | string | null = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  /** What is answered before `serve`; all other paths are 503. */
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

  /** Takes no new connections, lets requests in flight end, heard or not, then closes what is left, sockets too. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const latest = performance.now() + DRAIN_TIMEOUT_MS;
    const closed = new Promise<void>((resolve) => {
      // The end of HTTP's own server would close connections at once whose request is on its way.
      SocketListener.prototype.close.call(this.server, () => {
        resolve();
      });
    });
    await Promise.race([closed, wait(ARRIVAL_MS)]);
    this.server.close();
    // A connection that was kept alive is idle only once its last answer is out.
    const sweep = setInterval(() => {
      this.server.closeIdleConnections();
    }, DRAIN_SWEEP_MS);
    const force = setTimeout(() => {
      this.server.closeAllConnections();
    }, DRAIN_TIMEOUT_MS);
    await Promise.all([closed, this.upgrades?.stop()]);
    clearInterval(sweep);
    clearTimeout(force);
    await this.underWay.ended(latest);
  }

  private handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isStopping) response.setHeader('connection', 'close');
    const path = pathOf(request);
    const isExact = Object.hasOwn(this.routes, path);
    const found = isExact ? undefined : this.find?.(request);
    const arrival = () => {
      const method = request.method ?? 'GET';
      const route = isExact ? path : (found?.path ?? 'nothing');
      const attributes = { 'http.request.method': method, 'http.route': route };
      return { name: `${method} ${route}`, headers: request.headers, attributes };
    };
    return this.underWay.during(() =>
      onArrival(arrival, async (span) => {
        try {
          await this.route(request, path, found)(request, response);
        } catch (error) {
          this.answerFailure(request, response, error);
        }
        span.setAttribute('http.response.status_code', response.statusCode);
      }),
    );
  }

  private isBeyondPipeline({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // The answer whose turn it is has the connection.
    if (response.socket !== null) return false;
    const waiting = this.pipelined.get(socket) ?? 0;
    if (waiting >= PIPELINED_MAX) return true;
    this.pipelined.set(socket, waiting + 1);
    response.once('close', () => this.pipelined.set(socket, (this.pipelined.get(socket) ?? 1) - 1));
    return false;
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.isStopping) {
      refuseUpgrade(socket, 503, { code: 'SERVICE_UNAVAILABLE', message: 'The server is shutting down.' });
    } else if (this.isStarting) {
      refuseUpgrade(socket, 503, { code: 'SERVICE_UNAVAILABLE', message: 'The server is starting.' });
    } else if (!this.allowsHost(request.headers.host)) {
      refuseUpgrade(socket, 421, OTHER_HOST);
    } else if (pathOf(request) === this.upgrades?.path) {
      this.upgrades.accept(request, socket, head);
    } else {
      refuseUpgrade(socket, 404, { code: 'NOT_FOUND', message: 'This path does not accept WebSockets.' });
    }
  }

  private route(request: IncomingMessage, path: string, found: FoundRoute | undefined): Handler {
    if (!this.allowsHost(request.headers.host)) return refusing(421, OTHER_HOST);
    const methods = Object.hasOwn(this.routes, path) ? this.routes[path] : undefined;
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    const handler = methods !== undefined && Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (handler !== undefined) return handler;
    if (found !== undefined) return found.handler;
    if (methods === undefined && this.isStarting) return refusing(503, STARTING, { 'retry-after': '1' });
    if (methods === undefined) return refusing(404, { code: 'NOT_FOUND', message: 'There is nothing at this path.' });
    const allow = Object.keys(methods).join(', ');
    return refusing(405, { code: 'METHOD_NOT_ALLOWED', message: `Use ${allow}.` }, { allow });
  }

  private answerFailure(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const correlationId = response.getHeader('x-correlation-id')?.toString();
    const isOver = response.headersSent || response.destroyed;
    if (isOver) response.destroy();
    if (isOver && (error instanceof UnreadableBody || errorCode(error) === 'ECONNRESET')) return;
    if (error instanceof UnreadableBody) {
      const { code, message } = error;
      // What is left of the body is not read: the connection cannot serve another request.
      const headers = { ...error.headers, ...(!request.complete && { connection: 'close' }) };
      answerError(response, error.status, { code, message, correlationId }, headers);
      return;
    }
    this.logger.error({ correlationId, error: describeError(error) }, 'a request handler failed');
    if (isOver) return;
    const message = 'Internal server error.';
    answerError(response, 500, { code: 'INTERNAL_SERVER_ERROR', message, correlationId });
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}
