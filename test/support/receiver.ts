import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A webhook as the partner's endpoint received it. */
export interface ReceivedCall {
  /** When it arrived, by the monotonic clock, in milliseconds. */
  readonly atMs: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the endpoint does with a call; if it does nothing, the call hangs. */
export type AnswerCall = (response: ServerResponse, call: ReceivedCall) => void;

/** Returns an answer with this status to every call. */
export function answering(status: number, headers: Readonly<Record<string, string>> = {}): AnswerCall {
  return (response) => response.writeHead(status, headers).end();
}

export const hanging: AnswerCall = () => undefined;

/** A partner's endpoint: a real server that records its calls and answers each path as configured, by default 204. */
export class Receiver {
  readonly calls: ReceivedCall[] = [];
  /** Number of calls that are open now, and its maximum so far. */
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

  /** Starts it on a free port, or on the given one. */
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

  /** Cuts every connection, even with open calls. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }
}

/** Returns a header that a call has exactly once. */
export function headerOf(call: ReceivedCall | undefined, name: string): string {
  const value = call?.headers[name];
  if (typeof value !== 'string') throw new Error(`The call has no header ${name}.`);
  return value;
}
