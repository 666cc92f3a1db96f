import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
/** Timeout of an answer, in milliseconds; without an answer by then the run fails. */
const ANSWER_TIMEOUT_MS = 10_000;

/** What all requests of a connection have in common. */
export interface Target {
  readonly port: number;
  readonly token: string;
}

/** A request to a path of the partner API. */
export interface RestRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A keep-alive connection with one request at a time, read by `content-length` only: a cheap client, so that what is
 * measured is the server.
 */
export class HttpConnection {
  private readonly socket: Socket;
  private readonly head: string;
  private received: Buffer = Buffer.alloc(0);
  private settle: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket, token: string) {
    this.socket = socket;
    this.head =
      ' HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\ncontent-type: application/json\r\n' +
      `authorization: Bearer ${token}\r\n`;
    socket.setNoDelay(true);
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('No answer within 10 s.')));
    socket.on('data', (chunk: Buffer) => {
      this.receive(chunk);
    });
    socket.on('error', (error) => this.settle?.reject(error));
    socket.on('close', () => this.settle?.reject(new Error('The server closed the connection.')));
  }

  static open({ port, token }: Target): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => {
        resolve(new HttpConnection(socket, token));
      });
      socket.once('error', reject);
    });
  }

  /**
   * Sends a GraphQL request and returns the body of its answer.
   * @throws Error for a status other than 200, a broken connection or a missing answer
   */
  post(body: string): Promise<Buffer> {
    return this.send({ method: 'POST', path: '/graphql', headers: {}, body });
  }

  /**
   * Sends a request and returns the body of its answer.
   * @throws Error for a status other than 200 and 201, a broken connection or a missing answer
   */
  send({ method, path, headers, body }: RestRequest): Promise<Buffer> {
    const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = `content-length: ${Buffer.byteLength(body)}`;
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(`${method} ${path}${this.head}${more.join('')}${length}${HEAD_END}${body}`);
    });
  }

  close(): void {
    this.settle = undefined;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const bodyStart = headEnd + HEAD_END.length;
    const bodyLength = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
    if (this.received.length < bodyStart + bodyLength) return;
    const body = this.received.subarray(bodyStart, bodyStart + bodyLength);
    this.received = Buffer.alloc(0);
    if (/^HTTP\/1.1 20[01] /.test(head)) this.settle?.resolve(body);
    else this.settle?.reject(new Error(`${head.split('\r\n', 1).join('')}: ${body.toString()}`));
  }
}
