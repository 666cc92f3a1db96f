import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A webhook as the partner's endpoint has received it. */
export interface ReceivedCall {
  /** Of its arrival, by the monotonic clock, in milliseconds. */
  readonly atMs: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the endpoint does with a call; nothing: it hangs. */
export type AnswerCall = (response: ServerResponse, call: ReceivedCall) => void;

/** Answers every call with this status. */
export function answering(status: number, headers: Readonly<Record<string, string>> = {}): AnswerCall {
  return (response) => response.writeHead(status, headers).end();
}

export const hanging: AnswerCall = () => undefined;

/** A partner's endpoint: a real server that remembers its calls and answers each path as told, with 204 unless told. */
export class Receiver {
  readonly calls: ReceivedCall[] = [];
  /** Calls that are open now, and the most that ever were. */
  open = 0;
  openMost = 0;
  private readonly answers = new Map<string, AnswerCall>();
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const call = { atMs: performance.now(), path, headers, body: Buffer.concat(chunks) };
      this.calls.push(call);
      this.open += 1;
      this.openMost = Math.max(this.open, this.openMost);
      response.once('close', () => (this.open -= 1));
      (this.answers.get(path) ?? answering(204))(response, call);
    });
  });

  /** On a port that is free, or on one that is named. */
  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.server.on('connection', (socket: Socket) => {
      receiver.sockets.add(socket);
      socket.once('close', () => receiver.sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      receiver.server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  answer(path: string, answer: AnswerCall): void {
    this.answers.set(path, answer);
  }

  callsOf(path: string): readonly ReceivedCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** Ends every connection, whatever is open on it. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }
}

/** A header of a call that is there once. */
export function headerOf(call: ReceivedCall | undefined, name: string): string {
  const value = call?.headers[name];
  if (typeof value !== 'string') throw new Error(`The call has no header ${name}.`);
  return value;
}
