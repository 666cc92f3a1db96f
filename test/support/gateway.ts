import { startApp, type App } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Random } from '../../src/kernel/random.ts';
import { createLogger, type Logger } from '../../src/platform/observability/logger.ts';
import { SANDBOX_PARTNERS } from '../../src/playground/sandbox-world/sandbox-world.ts';
import { systemRandom } from '../../src/composition/system.ts';
import type { OwnPartners } from './own-partners.ts';
import { copyOfWorld, TemporaryFolders } from './temporary-folders.ts';
import { TestClock } from './test-clock.ts';
import { TestDatabases } from './test-database.ts';

/** An answer of `/graphql`, as it came over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: GraphqlBody;
}

export interface GraphqlBody {
  // The shape of data is what each test is about.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
  readonly extensions?: { readonly correlationId: string; readonly cost?: Readonly<Record<string, number>> };
}

export interface Ask {
  readonly query: string;
  readonly variables?: object;
  /** A sandbox client, `acme-pay` by default; null: no token. */
  readonly client?: string | null;
  /** Scopes of the token, separated by spaces; all by default. */
  readonly scope?: string;
  /** A token to send instead of a sandbox one. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GatewayOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly random?: Partial<Random>;
  /** Where it writes its lines; nowhere by default. */
  readonly logger?: Logger;
  /** How often sockets are asked whether they live, in milliseconds. */
  readonly beatMs?: number;
  /** One of its own by default. */
  readonly clock?: TestClock;
}

type End = () => Promise<void>;
type Of = Pick<Gateway, 'app' | 'clock'> & Partial<Pick<Gateway, 'teller'>>;

/**
 * A running gateway: real HTTP, real storage, a clock that the test moves. It is a test's own, for settings of its own;
 * or the worker's, for a while in the hands of partners of a test file's own (`worker-gateways.ts`).
 */
export class Gateway {
  readonly app: App;
  readonly clock: TestClock;
  /** Stops it, or gives it back to the worker. */
  readonly stop: End;
  /** The app whose storage has what its clients are told of, such as events; not that of a bank behind it. */
  readonly teller: App;
  private readonly partners: OwnPartners | undefined;
  private readonly tokens = new Map<string, string>();

  private constructor({ app, teller = app, clock }: Of, stop: End, partners?: OwnPartners) {
    this.app = app;
    this.teller = teller;
    this.clock = clock;
    this.stop = stop;
    this.partners = partners;
  }

  static async start(options: GatewayOptions = {}): Promise<Gateway> {
    const { environment = {}, random = {}, logger, beatMs, clock = new TestClock() } = options;
    const databases = new TestDatabases();
    const folders = new TemporaryFolders();
    const url = environment['DATABASE_URL'] ?? (await databases.createWithWorld());
    const config = readConfig({
      PORT: '0',
      DATA_DIR: environment['DATA_DIR'] ?? copyOfWorld(folders),
      SANDBOX: 'true',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '0',
      ...(url !== undefined && { DATABASE_URL: url }),
      ...environment,
    });
    const runtime = {
      clock,
      random: { ...systemRandom, ...random },
      logger: logger ?? createLogger(config.logLevel),
      ...(beatMs !== undefined && { beatMs }),
      compilesLate: environment['PERSISTED_DOCUMENTS'] === undefined,
    };
    const app = await startApp(config, runtime);
    return new Gateway({ app, clock }, async () => {
      await app.stop();
      await databases.drop();
      folders.remove();
    });
  }

  /** The same gateway, whose clients are these partners until it is given back. */
  lendTo(partners: OwnPartners, giveBack: End): Gateway {
    return new Gateway(this, giveBack, partners);
  }

  /** The same gateway, in front of a bank whose storage tells what there is. */
  inFrontOf(bank: Gateway, stop: End): Gateway {
    const app = { ...this.app, database: bank.app.database };
    return new Gateway({ app, teller: this.app, clock: this.clock }, stop);
  }

  /** The partner that a sandbox client stands for. */
  partnerOf(client = 'acme-pay'): string {
    const id = SANDBOX_PARTNERS.find(({ clientId }) => clientId === client)?.id ?? client;
    return this.partners?.idOf(id) ?? id;
  }

  /** Sends one GraphQL request as a client would. */
  async ask({ query, variables = {}, client = 'acme-pay', scope = '', token, headers = {} }: Ask): Promise<Answer> {
    const bearer = token ?? (client === null ? undefined : await this.token(client, scope));
    return postQuery(this.app.url, { query, variables, headers, bearer });
  }

  /** The data of a request that is expected to have no errors. */
  async data(ask: Ask): Promise<NonNullable<GraphqlBody['data']>> {
    const { body } = await this.ask(ask);
    if (body.errors !== undefined) throw new Error(`Unexpected errors: ${JSON.stringify(body.errors)}`);
    return body.data;
  }

  /** A token of the sandbox issuer; the same one until the clock is moved by the test's own hand. */
  async token(client: string, scope = ''): Promise<string> {
    const key = `${client} ${scope}`;
    let token = this.tokens.get(key);
    if (token === undefined) {
      token = await this.freshToken(client, { scope });
      this.tokens.set(key, token);
    }
    return token;
  }

  /** A new token, with fields of the token request as given. */
  async freshToken(client: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const response = await fetch(`${this.app.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client,
        client_secret: `${client}-secret`,
        ...fields,
      }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return this.partners?.tokenOf(token) ?? token;
  }

  /** Forgets tokens, for a test that has moved the clock beyond their life. */
  forgetTokens(): void {
    this.tokens.clear();
  }
}

/** A GraphQL request as it is sent. */
interface PostedQuery extends Pick<Ask, 'query'>, Required<Pick<Ask, 'variables' | 'headers'>> {
  readonly bearer: string | undefined;
}

/** Sends one GraphQL request over HTTP, whatever comes back. */
export async function postQuery(url: string, { query, variables, headers, bearer }: PostedQuery): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as GraphqlBody };
}

/** Whatever answers as a gateway does: one of a test's own, or the product in a process of its own. */
export type AnyGateway = Pick<Gateway, 'ask' | 'data' | 'token'> & { readonly app: Pick<App, 'url'> };

/** Rests between two looks, in milliseconds: a tenth of what was waited so far, and 20 at first. */
const LOOK_REST_MS_MAX = 250;

/** Waits until `look` gives something else than undefined or false; fails after the timeout of the test. */
export async function eventually<Found>(look: () => Promise<Found | undefined | false>): Promise<Found> {
  for (const began = performance.now(); ;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    const restMs = Math.min(Math.max((performance.now() - began) / 10, 20), LOOK_REST_MS_MAX);
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}
