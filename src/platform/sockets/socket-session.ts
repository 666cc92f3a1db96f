import { CloseCode, MessageType, type SubscribeMessage } from 'graphql-ws';
import type { GraphQLError } from 'graphql';
import type { WebSocket } from 'ws';
import type { Principal } from '../auth/principal.ts';
import { runDetached } from '../loops/run-detached.ts';
import { isAnswerTooLarge } from '../graphql/errors/answer-size.ts';
import { answerTooLarge, serviceUnavailable } from '../graphql/errors/client-error.ts';
import { ANSWER_BYTES_FREE, HeldFor, Hold } from '../limits/ledger.ts';
import { FrameWriter } from './frame-writer.ts';
import { CONTROL_FRAME, FrameQueue } from './frame-queue.ts';
import { endFailed, SessionState, type Handshake, type SessionHost } from './session-host.ts';
import { SocketOperations } from './socket-operations.ts';
import { headerIn, readMessage, WebSocketCloseCode } from './socket-message.ts';
import type { ClientMessage, Payload, SocketCloseCode } from './socket-message.ts';
import { carriesToken, closingOf, countSocket, nonceWantedBy, principalIn, standingOf } from './socket-token.ts';
import { textFrameHead } from './text-frame.ts';

/** Longest wait for `connection_init`, in milliseconds. */
const INITIALISATION_MS_MAX = 3_000;
/** A frame counts once more for each of these many bytes, since it takes longer to read. */
const BYTES_PER_COUNT = 1_024;
/** Longest id of an operation, in characters (reliability): it is kept as long as the operation. */
const ID_LENGTH_MAX = 256;

/**
 * One socket that speaks graphql-transport-ws, from its handshake to its end. It uses the types of graphql-ws, but not
 * its `makeServer`, which frames every result for every socket and takes results from an iterator of each operation. A
 * frame shared by thousands would have to bypass it, and the rest, a switch over five messages, would double the memory
 * that an idle subscriber costs beyond its socket.
 */
export class SocketSession {
  private state: SessionState = SessionState.CONNECTED;
  private principal: Principal | undefined;
  private apiVersion: string | undefined;
  private readonly handshake: Handshake;
  private isCounted = false;
  private isRenewing = false;
  private isLeaving = false;
  private isAlive = true;
  /** Only until the client has initialised: thousands of idle sockets keep no timers. */
  private initialisation: NodeJS.Timeout | undefined;
  private readonly webSocket: WebSocket;
  private readonly reading: FrameQueue;
  private readonly writer: FrameWriter;
  private readonly operations: SocketOperations;
  private readonly host: SessionHost<SocketSession>;

  constructor(webSocket: WebSocket, handshake: Handshake, host: SessionHost<SocketSession>) {
    this.webSocket = webSocket;
    this.reading = new FrameQueue(webSocket, host.turns, (frame) => {
      this.on(() => this.receive(frame));
    });
    this.apiVersion = handshake.apiVersion;
    this.handshake = handshake;
    this.host = host;
    const hold = () => new Hold(host.ledger, this.owner, HeldFor.ANSWERS);
    const drained = () => {
      this.on(() => {
        this.drained();
      });
    };
    this.writer = new FrameWriter(handshake.socket, host.queue, drained, hold);
    this.operations = new SocketOperations(host, this.writer, this.send, () => {
      this.close(WebSocketCloseCode.TRY_AGAIN_LATER, 'The service is temporarily unavailable.');
    });
    this.initialisation = setTimeout(() => {
      this.close(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout');
    }, INITIALISATION_MS_MAX);
    webSocket.on('pong', () => {
      this.isAlive = true;
    });
    // A frame that is too large or invalid: the socket sends the close code and closes itself.
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => {
      this.on(() => {
        host.closed(this);
        this.end();
      });
    });
  }

  /** Pings the client, or terminates the socket if the last ping was not answered. */
  beat(): void {
    if (this.isAlive) this.reading.ping();
    else this.webSocket.terminate();
    this.isAlive = false;
  }

  /** Closes the socket if its token has expired or is no longer valid. */
  checkToken(): void {
    const problem = this.principal && this.host.tokens.problemOf(this.principal);
    if (problem !== undefined) this.close(CloseCode.Forbidden, `Forbidden: ${problem.message}`);
  }

  /** Accepts no new operations, lets those that end by themselves finish, then closes with 1001. */
  goAway(): void {
    this.isLeaving = true;
    if (!this.operations.isAnswering) this.close(WebSocketCloseCode.GOING_AWAY, 'The server is shutting down.');
  }

  /** Ends it without a close frame. */
  terminate(): void {
    this.webSocket.terminate();
  }

  /** @param reason contains nothing from the client: a close frame has room for 123 bytes (RFC 6455, 5.5) */
  close(code: SocketCloseCode, reason: string): void {
    if (this.state === SessionState.CLOSED) return;
    this.on(() => {
      this.writer.flush();
      this.end();
      this.webSocket.close(code, reason);
    });
  }

  /** Runs an event handler. An error in it ends this socket, and nothing else. */
  private on(work: () => void | Promise<void>): void {
    runDetached(work, (error) => {
      endFailed(this.webSocket, error, this.host);
      this.end();
    });
  }

  private end(): void {
    if (this.state === SessionState.CLOSED) return;
    this.state = SessionState.CLOSED;
    clearTimeout(this.initialisation);
    this.initialisation = undefined;
    if (this.isCounted) this.host.counts.leave(this.principal?.partnerId, this.handshake.address);
    this.reading.end();
    this.writer.end();
    this.operations.stopAll();
  }

  /** The partner, or the address of a client without a token. */
  private get owner(): string {
    return this.principal?.partnerId ?? this.handshake.address;
  }

  private hasClosed(): boolean {
    return this.state === SessionState.CLOSED;
  }

  private readonly send = (message: object): GraphQLError | undefined => {
    const text = JSON.stringify(message);
    if (isAnswerTooLarge(text)) return answerTooLarge();
    const body = Buffer.from(text);
    if (body.length > ANSWER_BYTES_FREE && !this.host.ledger.mayHold(this.owner, body.length))
      return serviceUnavailable();
    this.writer.write([textFrameHead(body.length), body]);
    // While a client does not read its responses, its requests are not read.
    if (this.writer.isFull) this.reading.hold();
    return undefined;
  };

  private drained(): void {
    if (this.writer.flows) this.reading.goOn();
    this.operations.resume();
  }

  private receive(frame: Buffer): void | Promise<void> {
    if (this.hasClosed()) return;
    this.reading.rest(this.host.frames.take(this.owner, 1 + Math.floor(frame.length / BYTES_PER_COUNT)));
    if (frame === CONTROL_FRAME) return;
    const message = readMessage(frame);
    if (message !== undefined) return this.handle(message);
    this.close(CloseCode.BadRequest, 'Invalid message received');
  }

  private handle(message: ClientMessage): void | Promise<void> {
    switch (message.type) {
      case MessageType.ConnectionInit:
        return this.initialise(message.payload ?? {});
      case MessageType.Ping:
        return this.answerPing(message.payload ?? {});
      case MessageType.Pong:
        return;
      case MessageType.Subscribe:
        if (this.state !== SessionState.ACKNOWLEDGED) this.close(CloseCode.Unauthorized, 'Unauthorized');
        else if (message.id.length > ID_LENGTH_MAX)
          this.close(CloseCode.BadRequest, `The id of an operation has at most ${ID_LENGTH_MAX} characters.`);
        else if (this.operations.has(message.id))
          this.close(CloseCode.SubscriberAlreadyExists, 'The id of the operation is in use.');
        else if (!this.isLeaving) return this.run(message);
        return;
      case MessageType.Complete:
        this.operations.stop(message.id);
    }
  }

  private async run({ id, payload }: SubscribeMessage): Promise<void> {
    const { principal, apiVersion, handshake } = this;
    await this.operations.run(id, payload, { principal, apiVersion, address: handshake.address });
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
    const principal = await principalIn(payload, this.handshake, this.host);
    if (this.hasClosed()) return;
    if (principal instanceof Error) {
      this.close(...closingOf(principal));
      return;
    }
    this.principal = principal;
    this.apiVersion = headerIn(payload, 'api-version') ?? this.apiVersion;
    const refusal = countSocket(principal, this.handshake, this.host);
    if (refusal !== undefined) {
      this.close(WebSocketCloseCode.TRY_AGAIN_LATER, refusal);
      return;
    }
    this.isCounted = true;
    this.state = SessionState.ACKNOWLEDGED;
    this.send({ type: MessageType.ConnectionAck, payload: standingOf(this.principal, this.host) });
  }

  /** Answers a ping; one that contains a token renews the socket's token. */
  private async answerPing(payload: Payload): Promise<void> {
    if (!carriesToken(payload)) {
      this.send({ type: MessageType.Pong, ...(Object.keys(payload).length > 0 && { payload }) });
      return;
    }
    if (this.isRenewing || this.principal === undefined) {
      this.close(CloseCode.Forbidden, 'Forbidden: there is no token to renew.');
      return;
    }
    this.isRenewing = true;
    const { partnerId } = this.principal;
    const principal = await principalIn(payload, this.handshake, this.host);
    this.isRenewing = false;
    if (this.hasClosed() || principal === undefined) return;
    if (principal instanceof Error) {
      const wanted = nonceWantedBy(principal);
      if (wanted === undefined) this.close(...closingOf(principal));
      else this.send({ type: MessageType.Pong, payload: wanted });
    } else if (principal.partnerId !== partnerId) {
      this.close(CloseCode.Forbidden, 'Forbidden: the token belongs to another partner.');
    } else {
      this.principal = principal;
      this.operations.admit(principal);
      this.send({ type: MessageType.Pong, payload: standingOf(principal, this.host) });
    }
  }
}
