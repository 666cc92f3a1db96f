import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket, type PeerCertificate } from 'node:tls';
import { systemClock, systemRandom } from '../../../../src/platform/system.ts';
import { createLogger } from '../../../../src/platform/observability/logger.ts';
import { Metrics } from '../../../../src/platform/observability/metrics.ts';
import { SecretBox } from '../../../../src/platform/secrets/secret-box.ts';
import { putCredentials, type OpenCredentials } from '../../../../src/extensions/provider/calls/keep-credentials.ts';
import { openProvider, type Provider } from '../../../../src/extensions/provider/calls/open-provider.ts';
import type { ProviderCall } from '../../../../src/extensions/provider/calls/provider-call.ts';
import type { OwnDatabase } from '../../../support/opened-database.ts';

/** A request as the provider received it. */
export interface Got {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The client of its token. */
  readonly client: string;
  /** Common name in its certificate; undefined: it presented none. */
  readonly shown: string | undefined;
}

type Answer = (request: Got, response: ServerResponse, socket: Socket) => void;

const TOKEN_PATH = '/oauth/token';

/** A real server in place of the provider: it issues tokens, and answers as the test specifies. */
export class ProviderDouble {
  readonly got: Got[] = [];
  /** Clients of the tokens that it accepts, by token. */
  readonly tokens = new Map<string, string>();
  /** Life of the next tokens, in seconds. */
  tokenSeconds = 3_600;
  answer: Answer = (_request, response) => {
    response.end('{}');
  };
  /** Answers token requests instead of issuing tokens. */
  tokenAnswer: Answer | undefined;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private readonly origin: string;

  private constructor(tls: ServerOptions | undefined) {
    const serve = (request: IncomingMessage, response: ServerResponse) => void this.serve(request, response);
    this.server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
    this.origin = tls === undefined ? 'http://127.0.0.1' : 'https://localhost';
    this.server.on('connection', (socket) => {
      this.sockets.add(socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket)));
    });
  }

  /** @param tls how `localhost` is served over TLS; undefined: in plain text */
  static async start(tls?: ServerOptions): Promise<ProviderDouble> {
    const double = new ProviderDouble(tls);
    await new Promise<void>((resolve) => double.server.listen(0, '127.0.0.1', resolve));
    return double;
  }

  get url(): string {
    return `${this.origin}:${(this.server.address() as AddressInfo).port}/base`;
  }

  /** All requests except those for tokens. */
  get calls(): readonly Got[] {
    return this.got.filter(({ path }) => path !== TOKEN_PATH);
  }

  get tokenCalls(): readonly Got[] {
    return this.got.filter(({ path }) => path === TOKEN_PATH);
  }

  /** Refuses the tokens that it has issued so far. */
  forgetTokens(): void {
    this.tokens.clear();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = (request.url ?? '').replace(/^\/base/, '');
    const client = this.tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '') ?? '';
    const shown = nameShown(request.socket);
    const { method = '' } = request;
    const got = { at: performance.now(), method, path, headers: request.headers, body, client, shown };
    this.got.push(got);
    if (path !== TOKEN_PATH && client !== '') this.answer(got, response, request.socket);
    else if (path !== TOKEN_PATH) response.writeHead(401).end();
    else if (this.tokenAnswer !== undefined) this.tokenAnswer(got, response, request.socket);
    else this.issueToken(new URLSearchParams(body), response);
  }

  private issueToken(form: URLSearchParams, response: ServerResponse): void {
    const client = form.get('client_id') ?? '';
    const isKnown = form.get('client_secret') === `${client}-secret`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    if (!isKnown) {
      response.end(JSON.stringify({ error: 'invalid_client' }));
      return;
    }
    const token = `token-${this.got.length}`;
    this.tokens.set(token, client);
    response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: this.tokenSeconds }));
  }
}

function nameShown(socket: Socket): string | undefined {
  const certificate: Partial<PeerCertificate> = socket instanceof TLSSocket ? socket.getPeerCertificate() : {};
  return certificate.subject?.CN;
}

const SECRETS = new SecretBox(['a passphrase of a test that is long enough for it']);

/** Opens the provider's client, as a process of the gateway does. */
export function openClient(
  own: OwnDatabase,
  url: string,
  changes: Partial<Parameters<typeof openProvider>[0]> = {},
): Provider {
  return openProvider(
    { url, tokenUrl: `${url}${TOKEN_PATH}`, timeoutMs: 30_000, rate: null, headerPrefix: 'x-svc-', ...changes },
    {
      ...{ database: own.database, clock: systemClock, random: systemRandom, secrets: SECRETS },
      ...{ logger: createLogger('silent'), metrics: new Metrics() },
    },
  );
}

/** Stores credentials of a partner, which the provider knows as a client of the same name. */
export async function know(own: OwnDatabase, partnerId: string, changes: Partial<OpenCredentials> = {}): Promise<void> {
  const none = {
    scope: null,
    certificate: null,
    privateKey: null,
    publicKey: null,
    signingSecret: null,
    pocketLimit: null,
  };
  const client = { clientId: partnerId, clientSecret: `${partnerId}-secret` };
  await putCredentials({ database: own.database, secrets: SECRETS, now: new Date() }, partnerId, {
    ...none,
    ...client,
    ...changes,
  });
}

/** Closes the breaker, and removes all pauses. */
export async function forgetFaults(own: OwnDatabase): Promise<void> {
  await own.sql(`delete from provider_gate where scope <> ''`);
  await own.sql(`update provider_gate set state = 'CLOSED', faults_in_row = 0, window_began_at = null, window_calls = 0,
    window_faults = 0, opened_at = null, rest_seconds = 0, next_probe_at = null, limited_at = null, rests_until = null`);
}

/** Returns the number of requests in the fullest window of this many milliseconds, wherever it begins. */
export function fullestWindow(got: readonly Got[], windowMs: number): number {
  return Math.max(...got.map(({ at }) => got.filter((one) => one.at >= at && one.at < at + windowMs).length));
}

/** Returns a call that reads a pocket. */
export function readCall(changes: Partial<ProviderCall> = {}): ProviderCall {
  return {
    partnerId: 'ACME_PAY',
    correlationId: '7e5a4b0a-9d0f-4a57-8d5e-2f2f6a3b8c11',
    method: 'GET',
    path: '/pockets/1',
    route: '/pockets/{pocketNumber}',
    apiVersion: 2,
    priority: 'READ',
    ...changes,
  };
}
