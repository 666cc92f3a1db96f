import type { Duplex } from 'node:stream';
import { CloseCode, MessageType, type SubscribeMessage } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Principal } from '../auth/principal.ts';
import type { Authenticate } from '../graphql/authenticate.ts';
import { FrameWriter, type FlushQueue } from './frame-writer.ts';
import type { SocketCounts } from './socket-counts.ts';
import { SocketOperations, type OperationServices } from './socket-operations.ts';
import { headerIn, readMessage, WebSocketCloseCode, type ClientMessage, type Payload } from './socket-message.ts';
import { textFrameHead } from './text-frame.ts';

/** Longest wait for `connection_init`, in milliseconds. */
const INITIALISATION_MS_MAX = 3_000;
/** Longest reason that fits a close frame, in bytes (RFC 6455, 5.5). */
const REASON_BYTES_MAX = 123;

/** What a session needs of the server around it. */
export interface SessionHost extends OperationServices {
  readonly authenticate: Authenticate;
  readonly queue: FlushQueue;
  readonly counts: SocketCounts;
  readonly closed: (session: SocketSession) => void;
}

/** How the socket came about. */
export interface Handshake {
  readonly socket: Duplex;
  readonly apiVersion: string | undefined;
}

const SessionState = { CONNECTED: 0, INITIALISING: 1, ACKNOWLEDGED: 2, CLOSED: 3 } as const;
type SessionState = (typeof SessionState)[keyof typeof SessionState];

/**
 * One socket that speaks graphql-transport-ws, from its handshake to its end: in the words of graphql-ws, but not by its
 * `makeServer`. That one frames every result for every socket, and takes results from an iterator of each operation; a
 * frame shared by thousands could only pass it by, and what is left of it, a switch over five messages, would double the
 * memory that an idle subscriber costs beyond its socket.
 */
export class SocketSession {
  private state: SessionState = SessionState.CONNECTED;
  private principal: Principal | undefined;
  private apiVersion: string | undefined;
  private isCounted = false;
  private isRenewing = false;
  private isLeaving = false;
  private isAlive = true;
  /** Only until the client has begun: of thousands of idle sockets none keeps a timer. */
  private initialisation: NodeJS.Timeout | undefined;
  private readonly webSocket: WebSocket;
  private readonly writer: FrameWriter;
  private readonly operations: SocketOperations;
  private readonly host: SessionHost;

  constructor(webSocket: WebSocket, { socket, apiVersion }: Handshake, host: SessionHost) {
    this.webSocket = webSocket;
    this.apiVersion = apiVersion;
    this.host = host;
    this.writer = new FrameWriter(socket, host.queue, () => {
      this.drained();
    });
    this.operations = new SocketOperations(host, this.writer, this.send, () => {
      this.close(WebSocketCloseCode.TRY_AGAIN_LATER, 'The service is unavailable for a moment.');
    });
    this.initialisation = setTimeout(() => {
      this.close(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout');
    }, INITIALISATION_MS_MAX);
    webSocket.on('message', (data) => {
      this.receive(Buffer.isBuffer(data) ? data.toString() : '');
    });
    webSocket.on('pong', () => {
      this.isAlive = true;
    });
    // A frame that is too large, or no frame at all: the socket has said so and closes itself.
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => {
      this.end();
      host.closed(this);
    });
  }

  /** Asks whether the other side is there, and gives a socket up that has not answered since it was asked last. */
  beat(): void {
    if (!this.isAlive) {
      this.webSocket.terminate();
      return;
    }
    this.isAlive = false;
    this.webSocket.ping();
  }

  /** Closes when the token has expired. */
  checkExpiry(now: Date): void {
    if (this.principal !== undefined && now >= this.principal.tokenExpiresAt)
      this.close(CloseCode.Forbidden, 'Forbidden: the token has expired.');
  }

  /** Takes nothing new, lets what ends by itself end, then says that the server goes away. */
  goAway(): void {
    this.isLeaving = true;
    if (!this.operations.isAnswering) this.close(WebSocketCloseCode.GOING_AWAY, 'The server is going away.');
  }

  /** Ends it without a word. */
  terminate(): void {
    this.webSocket.terminate();
  }

  close(code: number, reason: string): void {
    if (this.state === SessionState.CLOSED) return;
    this.writer.flush();
    this.end();
    this.webSocket.close(code, Buffer.from(reason).subarray(0, REASON_BYTES_MAX).toString());
  }

  private end(): void {
    if (this.state === SessionState.CLOSED) return;
    this.state = SessionState.CLOSED;
    clearTimeout(this.initialisation);
    this.initialisation = undefined;
    this.operations.stopAll();
    this.writer.end();
    if (this.isCounted) this.host.counts.leave(this.principal?.partnerId);
  }

  private hasClosed(): boolean {
    return this.state === SessionState.CLOSED;
  }

  private readonly send = (message: object): void => {
    const body = Buffer.from(JSON.stringify(message));
    this.writer.write([textFrameHead(body.length), body]);
    // Who does not read what it asked for is not asked for more.
    if (this.writer.isFull) this.webSocket.pause();
  };

  private drained(): void {
    if (this.webSocket.isPaused && this.writer.flows) this.webSocket.resume();
    this.operations.resume();
  }

  private receive(text: string): void {
    if (this.hasClosed()) return;
    const message = readMessage(text);
    if (message === undefined) this.close(CloseCode.BadRequest, 'Invalid message received');
    else this.handle(message);
  }

  private handle(message: ClientMessage): void {
    switch (message.type) {
      case MessageType.ConnectionInit:
        void this.initialise(message.payload ?? {});
        return;
      case MessageType.Ping:
        void this.answerPing(message.payload ?? {});
        return;
      case MessageType.Pong:
        return;
      case MessageType.Subscribe:
        if (this.state !== SessionState.ACKNOWLEDGED) this.close(CloseCode.Unauthorized, 'Unauthorized');
        else if (this.operations.has(message.id))
          this.close(CloseCode.SubscriberAlreadyExists, `Subscriber for ${message.id} already exists`);
        else if (!this.isLeaving) void this.run(message);
        return;
      case MessageType.Complete:
        this.operations.stop(message.id);
    }
  }

  private async run({ id, payload }: SubscribeMessage): Promise<void> {
    await this.operations.run(id, payload, { principal: this.principal, apiVersion: this.apiVersion });
    if (this.isLeaving) this.goAway();
  }

  private async initialise(payload: Payload): Promise<void> {
    if (this.state !== SessionState.CONNECTED) {
      this.close(CloseCode.TooManyInitialisationRequests, 'Too many initialisation requests');
      return;
    }
    this.state = SessionState.INITIALISING;
    clearTimeout(this.initialisation);
    this.initialisation = undefined;
    const authorization = headerIn(payload, 'authorization');
    if (authorization !== undefined) {
      const principal = await this.authenticate(authorization);
      if (principal === undefined) return;
      this.principal = principal;
    }
    this.apiVersion = headerIn(payload, 'api-version') ?? this.apiVersion;
    if (!this.host.counts.enter(this.principal?.partnerId)) {
      this.close(WebSocketCloseCode.TRY_AGAIN_LATER, 'Too many sockets');
      return;
    }
    this.isCounted = true;
    this.state = SessionState.ACKNOWLEDGED;
    this.send({ type: MessageType.ConnectionAck, payload: this.standing() });
  }

  /** A ping that carries a token renews the one that the socket has; any other is simply answered. */
  private async answerPing(payload: Payload): Promise<void> {
    const authorization = headerIn(payload, 'authorization');
    if (authorization === undefined) {
      this.send({ type: MessageType.Pong, ...(Object.keys(payload).length > 0 && { payload }) });
      return;
    }
    if (this.isRenewing || this.principal === undefined) {
      this.close(CloseCode.Forbidden, 'Forbidden: there is no token to renew.');
      return;
    }
    this.isRenewing = true;
    const { partnerId } = this.principal;
    const principal = await this.authenticate(authorization);
    this.isRenewing = false;
    if (principal === undefined) return;
    if (principal.partnerId !== partnerId) {
      this.close(CloseCode.Forbidden, 'Forbidden: the token is of another partner.');
      return;
    }
    this.principal = principal;
    this.operations.admit(principal);
    this.send({ type: MessageType.Pong, payload: this.standing() });
  }

  /** The principal of a header; without one the socket is closed. */
  private async authenticate(authorization: string | null): Promise<Principal | undefined> {
    const principal = await this.host.authenticate(authorization ?? '');
    if (this.hasClosed()) return undefined;
    if (!(principal instanceof Error)) return principal;
    const isRefused = principal.extensions['code'] === 'UNAUTHENTICATED';
    if (isRefused) this.close(CloseCode.Forbidden, `Forbidden: ${principal.message}`);
    else this.close(WebSocketCloseCode.TRY_AGAIN_LATER, principal.message);
    return undefined;
  }

  private standing(): object {
    return {
      tokenExpiresAt: this.principal?.tokenExpiresAt.toISOString() ?? null,
      serverTime: this.host.surroundings.clock.now().toISOString(),
    };
  }
}
