import { pino } from 'pino';
import { startApp, type App } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Random } from '../../src/kernel/random.ts';
import type { Logger } from '../../src/platform/observability/logger.ts';
import { SANDBOX_PARTNERS } from '../../src/playground/sandbox-world/sandbox-world.ts';
import { systemRandom } from '../../src/platform/system.ts';
import type { OwnPartners } from './own-partners.ts';
import { copyOfWorld, TemporaryFolders } from './temporary-folders.ts';
import { TestClock } from './test-clock.ts';
import { TestDatabases } from './test-database.ts';
import { noteLoggedError } from './worker-logged-errors.ts';

/** An answer of `/graphql`, as it arrived over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: GraphqlBody;
}

export interface GraphqlBody {
  // The shape of data depends on the test.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
  readonly extensions?: { readonly correlationId: string; readonly cost?: Readonly<Record<string, number>> };
}

export interface Ask {
  readonly query: string;
  readonly variables?: object;
  /** A sandbox client, `acme-pay` by default; null for no token. */
  readonly client?: string | null;
  /** Scopes of the token, separated by spaces; all by default. */
  readonly scope?: string;
  /** A token to send instead of a sandbox token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GatewayOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly random?: Partial<Random>;
  /** Where it logs; by default its errors are shown with the failures of the test file. */
  readonly logger?: Logger;
  /** How often sockets are pinged, in milliseconds. */
  readonly beatMs?: number;
  /** Longest pause between two polls for work that is due, in milliseconds; by default a tenth of the product's. */
  readonly lookMs?: number;
  /** Longest pause between two polls for changes by other processes, in milliseconds; by default the product's. */
  readonly lookForOthersMs?: number;
  /** A new clock by default. */
  readonly clock?: TestClock;
}

/** How late work that is due can be by default, in milliseconds: tests wait for it hundreds of times. */
const LOOK_MS = 50;

type End = () => Promise<void>;
type Of = Pick<Gateway, 'app' | 'clock'> & Partial<Pick<Gateway, 'teller'>>;

/**
 * A running gateway: real HTTP, real storage, a clock that the test moves. Either the test's own, with its own
 * settings, or the worker's, lent to a test file with its own partners (`worker-gateways.ts`).
 */
export class Gateway {
  readonly app: App;
  readonly clock: TestClock;
  /** Stops it, or returns it to the worker. */
  readonly stop: End;
  /** The app whose storage has what clients are notified of, such as events; never that of the bank it calls. */
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
    const { environment = {}, random = {}, logger, beatMs, lookForOthersMs, clock = new TestClock() } = options;
    const databases = new TestDatabases();
    const folders = new TemporaryFolders();
    const url = environment['DATABASE_URL'] ?? (await databases.createWithWorld());
    const config = readConfig({
      PORT: '0',
      DATA_DIR: environment['DATA_DIR'] ?? copyOfWorld(folders),
      SANDBOX: 'true',
      RATE_LIMIT: '0',
      ...(url !== undefined && { DATABASE_URL: url }),
      ...environment,
    });
    const runtime = {
      clock,
      random: { ...systemRandom, ...random },
      logger: logger ?? pino({ level: 'error', base: null }, { write: noteLoggedError }),
      ...(beatMs !== undefined && { beatMs }),
      lookMs: options.lookMs ?? LOOK_MS,
      ...(lookForOthersMs !== undefined && { lookForOthersMs }),
      compilesLate: environment['PERSISTED_DOCUMENTS'] === undefined,
    };
    const app = await startApp(config, runtime);
    return new Gateway({ app, clock }, async () => {
      await app.stop();
      await databases.drop();
      folders.remove();
    });
  }

  /** Returns the same gateway, whose clients are these partners until it is returned. */
  lendTo(partners: OwnPartners, giveBack: End): Gateway {
    return new Gateway(this, giveBack, partners);
  }

  /** Returns the same gateway, in front of a bank whose storage has the data. */
  inFrontOf(bank: Gateway, stop: End): Gateway {
    const app = { ...this.app, database: bank.app.database };
    return new Gateway({ app, teller: this.app, clock: this.clock }, stop);
  }

  /** Returns the partner of a sandbox client. */
  partnerOf(client = 'acme-pay'): string {
    const id = SANDBOX_PARTNERS.find(({ clientId }) => clientId === client)?.id ?? client;
    return this.partners?.idOf(id) ?? id;
  }

  /** Sends one GraphQL request as a client would. */
  async ask({ query, variables = {}, client = 'acme-pay', scope = '', token, headers = {} }: Ask): Promise<Answer> {
    const bearer = token ?? (client === null ? undefined : await this.token(client, scope));
    return postQuery(this.app.url, { query, variables, headers, bearer });
  }

  /** Returns the data of a request that must have no errors. */
  async data(ask: Ask): Promise<NonNullable<GraphqlBody['data']>> {
    const { body } = await this.ask(ask);
    if (body.errors !== undefined) throw new Error(`Unexpected errors: ${JSON.stringify(body.errors)}`);
    return body.data;
  }

  /** Returns a token of the sandbox issuer; the same one until `forgetTokens`. */
  async token(client: string, scope = ''): Promise<string> {
    const key = `${client} ${scope}`;
    let token = this.tokens.get(key);
    if (token === undefined) {
      token = await this.freshToken(client, { scope });
      this.tokens.set(key, token);
    }
    return token;
  }

  /** Returns a new token, with these fields in the token request. */
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

  /** Forgets tokens, for a test that has moved the clock beyond their expiry. */
  forgetTokens(): void {
    this.tokens.clear();
  }
}

/** A GraphQL request to send. */
interface PostedQuery extends Pick<Ask, 'query'>, Required<Pick<Ask, 'variables' | 'headers'>> {
  readonly bearer: string | undefined;
}

/** Sends one GraphQL request over HTTP, and returns any answer. */
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

/** Anything that answers like a gateway: a test's own one, or the product in its own process. */
export type AnyGateway = Pick<Gateway, 'ask' | 'data' | 'token'> & { readonly app: Pick<App, 'url'> };

/** Longest pause between two polls, in milliseconds. A pause is a tenth of the wait so far, and at least 20. */
const LOOK_REST_MS_MAX = 250;

/** Waits until `look` returns something other than undefined or false; fails after the timeout of the test. */
export async function eventually<Found>(look: () => Promise<Found | undefined | false>): Promise<Found> {
  for (const began = performance.now(); ;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    const restMs = Math.min(Math.max((performance.now() - began) / 10, 20), LOOK_REST_MS_MAX);
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}
