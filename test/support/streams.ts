import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { eventually } from './gateway.ts';

/** How an answer that goes on is asked for. */
export interface OpenStream {
  /** Where the gateway is served. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly query: string;
  readonly variables?: object;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
}

/** An event of a stream, as a browser would take it. */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  // What is in it is what the tests are about.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any;
}

/** An answer that goes on, in the hands of a test. */
export class TestStream {
  private static readonly open = new Set<TestStream>();
  text = '';
  /** Whether the body ended as a whole; false where it was cut off. */
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

  /** Server-sent events. */
  static events(asked: OpenStream): Promise<TestStream> {
    return TestStream.begin('/graphql/stream', {
      ...asked,
      headers: { accept: 'text/event-stream', ...asked.headers },
    });
  }

  /** Parts of an answer. */
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

  /** The body of an answer that is no stream. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async json(): Promise<any> {
    await this.ended;
    return JSON.parse(this.text);
  }

  /** What has come as server-sent events; those of an id alone have no event. */
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

  /** What has come as parts that are whole. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  receivedParts(): any[] {
    const parts = this.text.split('\r\n--graphql').slice(1, -1);
    return parts.map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n');
      if (head !== '\r\ncontent-type: application/json') throw new Error(`No head of a part: ${head}`);
      return JSON.parse(body);
    });
  }

  /** Waits until so many results were shown, as events or as parts. */
  async shown(count: number): Promise<void> {
    const results = () => this.text.split(/\nevent: next\n|\{"payload":/).length - 1;
    await eventually(() => Promise.resolve(results() >= count));
  }

  end(): void {
    this.response.destroy();
  }
}
