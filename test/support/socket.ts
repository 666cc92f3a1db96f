import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import { eventually } from './gateway.ts';

/** A message of the server, as received. */
export interface ServerMessage {
  readonly type: string;
  readonly id?: string;
  // Its shape depends on the test.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly payload?: any;
}

export interface OpenSocket {
  /** URL of the gateway. */
  readonly url: string;
  readonly subprotocol?: string | undefined;
  readonly options?: ClientOptions;
}

/** A socket to the gateway that a test controls: it sends exactly what the test specifies. */
export class TestSocket {
  private static readonly open = new Set<TestSocket>();
  readonly received: ServerMessage[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly webSocket: WebSocket;

  private constructor(webSocket: WebSocket) {
    this.webSocket = webSocket;
    webSocket.on('error', () => undefined);
    webSocket.on('message', (data: Buffer) => this.received.push(JSON.parse(data.toString()) as ServerMessage));
    this.closed = new Promise((resolve) => {
      webSocket.on('close', (code, reason) => {
        TestSocket.open.delete(this);
        resolve({ code, reason: reason.toString() });
      });
    });
    TestSocket.open.add(this);
  }

  static async connect({ url, subprotocol = 'graphql-transport-ws', options = {} }: OpenSocket): Promise<TestSocket> {
    const webSocket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, subprotocol, options);
    const socket = new TestSocket(webSocket);
    await once(webSocket, 'open');
    return socket;
  }

  /** Opens a socket and waits until its `connection_init` is acknowledged. */
  static async acknowledged(url: string, payload?: object): Promise<TestSocket> {
    const socket = await TestSocket.connect({ url });
    socket.send({ type: 'connection_init', ...(payload && { payload }) });
    await socket.next('connection_ack');
    return socket;
  }

  static endAll(): void {
    for (const socket of TestSocket.open) socket.webSocket.terminate();
  }

  send(message: object | string): void {
    this.webSocket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Starts an operation and returns its id. */
  subscribe(query: string, variables: object = {}, id: string = randomUUID()): string {
    this.send({ id, type: 'subscribe', payload: { query, variables } });
    return id;
  }

  /** Waits for the first message of a type, and of an operation if one is named. */
  next(type: string, id?: string): Promise<ServerMessage> {
    return eventually(() => Promise.resolve(this.messages(type, id)[0]));
  }

  messages(type: string, id?: string): readonly ServerMessage[] {
    return this.received.filter((message) => message.type === type && (id === undefined || message.id === id));
  }

  /** Runs an operation that ends by itself. */
  async run(query: string, variables: object = {}): Promise<ServerMessage['payload']> {
    const id = this.subscribe(query, variables);
    const answer = await eventually(() =>
      Promise.resolve(this.messages('next', id)[0] ?? this.messages('error', id)[0]),
    );
    return answer.payload;
  }
}
