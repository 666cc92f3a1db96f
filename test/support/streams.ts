import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { eventually } from './gateway.ts';

/** The request of a streamed answer. */
export interface OpenStream {
  /** URL of the gateway. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly query: string;
  readonly variables?: object;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
}

/** An event of a stream, as a browser would parse it. */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  // Its shape depends on the test.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any;
}

/** A streamed answer that a test controls. */
export class TestStream {
  private static readonly open = new Set<TestStream>();
  text = '';
  /** Resolves when the body ends: true if it is complete, false if it was cut off. */
  readonly ended: Promise<boolean>;
  readonly response: IncomingMessage;

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (this.text += chunk));
    response.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      response.on('close', () => {
        TestStream.open.delete(this);
        resolve(response.complete);
      });
    });
    TestStream.open.add(this);
  }

  /** Opens a stream of server-sent events. */
  static events(asked: OpenStream): Promise<TestStream> {
    return TestStream.begin('/graphql/stream', {
      ...asked,
      headers: { accept: 'text/event-stream', ...asked.headers },
    });
  }

  /** Opens a multipart answer. */
  static parts(asked: OpenStream): Promise<TestStream> {
    const accept = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json';
    return TestStream.begin('/graphql', { ...asked, headers: { accept, ...asked.headers } });
  }

  static endAll(): void {
    for (const stream of TestStream.open) stream.end();
  }

  private static begin(path: string, asked: OpenStream): Promise<TestStream> {
    const { url, token, query, variables = {}, method = 'POST', headers } = asked;
    const search = new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString();
    const posted = JSON.stringify({ query, variables });
    return new Promise((resolve, reject) => {
      const sent = request(`${url}${path}${method === 'GET' ? `?${search}` : ''}`, {
        method,
        agent: false,
        headers: {
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      sent.once('error', reject);
      sent.once('response', (response) => {
        sent.on('error', () => undefined);
        resolve(new TestStream(response));
      });
      sent.end(method === 'POST' ? posted : undefined);
    });
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  get headers(): IncomingHttpHeaders {
    return this.response.headers;
  }

  /** Returns the body of an answer that is not a stream. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async json(): Promise<any> {
    await this.ended;
    return JSON.parse(this.text);
  }

  /** Returns the server-sent events received so far; those with only an id have no event name. */
  received(): StreamEvent[] {
    return this.text
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => !block.startsWith(':'))
      .map((block) => {
        const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^\w+: ?/, '')]));
        const data = fields.get('data') ?? '';
        return {
          id: fields.get('id') ?? '',
          event: fields.get('event') ?? '',
          data: data === '' ? undefined : JSON.parse(data),
        };
      });
  }

  nexts(): StreamEvent[] {
    return this.received().filter(({ event }) => event === 'next');
  }

  /** Returns the complete parts received so far. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  receivedParts(): any[] {
    const parts = this.text.split('\r\n--graphql').slice(1, -1);
    return parts.map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n');
      if (head !== '\r\ncontent-type: application/json') throw new Error(`No head of a part: ${head}`);
      return JSON.parse(body);
    });
  }

  /** Waits until `count` results were received, as events or as parts. */
  async shown(count: number): Promise<void> {
    const results = () => this.text.split(/\nevent: next\n|\{"payload":/).length - 1;
    await eventually(() => Promise.resolve(results() >= count));
  }

  end(): void {
    this.response.destroy();
  }
}
