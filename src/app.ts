import { createLocalJWKSet, createRemoteJWKSet } from 'jose';
import { paymentAccountNodes, PaymentAccountResolver } from './accounts/payment-account.resolver.ts';
import type { Config } from './config.ts';
import { eventLog } from './events/event-log.ts';
import { relayEvents } from './events/relay-events.ts';
import { WebhookEventResolver, type WebhookEventTypes } from './events/webhook-event.resolver.ts';
import type { Chance } from './kernel/chance.ts';
import type { Clock } from './kernel/clock.ts';
import { findPartner } from './partners/find-partner.ts';
import { ViewerResolver } from './partners/viewer.resolver.ts';
import { TokenVerifier, type TokenRules } from './platform/auth/token-verifier.ts';
import { BackgroundLoop } from './platform/background-loop.ts';
import { Database } from './platform/database/database.ts';
import { Installation } from './platform/database/installation.entity.ts';
import { migrate, pendingMigrations } from './platform/database/migrate.ts';
import { openDatabase, type OpenedDatabase } from './platform/database/open-database.ts';
import { createApolloServer } from './platform/graphql/apollo-server.ts';
import { CursorCodec } from './platform/graphql/cursor-codec.ts';
import { ErrorCatalogueResolver } from './platform/graphql/error-catalogue.resolver.ts';
import { NodeResolver } from './platform/graphql/node.resolver.ts';
import type { Surroundings } from './platform/graphql/request-context.ts';
import { buildGatewaySchema, printGatewaySchema } from './platform/graphql/schema.ts';
import { preflightHandler, withCors } from './platform/http/cors.ts';
import { graphqlEndpoint } from './platform/http/graphql-endpoint.ts';
import { liveHandler, readyHandler } from './platform/http/health.ts';
import { HttpServer, type Routes } from './platform/http/http-server.ts';
import { answerJson, answerText } from './platform/http/json-answer.ts';
import { forgetExpiredKeys } from './platform/idempotency/forget-expired-keys.ts';
import type { Logger } from './platform/observability/logger.ts';
import type { CreatePocketDependencies } from './pockets/create-pocket.ts';
import { PaymentAccountPocketsResolver } from './pockets/payment-account-pockets.resolver.ts';
import { PocketAccountWasCreatedEventResolver } from './pockets/pocket-account-was-created-event.resolver.ts';
import { PocketAccountWasCreatedEventType } from './pockets/pocket-account-was-created-event.type.ts';
import { pocketNodes, PocketResolver } from './pockets/pocket.resolver.ts';
import { seedSandbox } from './sandbox/seed-sandbox.ts';
import { signingKey, type SigningKey } from './sandbox/signing-key.ts';
import { tokenEndpoint } from './sandbox/token-endpoint.ts';
import { entities, migrations } from './storage.ts';

/** Longest rest of the relay: how late an event is when its wake-up was lost, in milliseconds. */
const RELAY_REST_MS = 500;
/** How often expired idempotency keys are deleted, in milliseconds. */
const KEY_CLEANING_REST_MS = 60_000;

/** What a process brings along. */
export interface Machine {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly logger: Logger;
}

export interface App {
  /** Where it is served, such as `http://localhost:4000`. */
  readonly url: string;
  readonly database: OpenedDatabase;
  /** Lets what is in flight end, then closes everything that was opened. */
  stop(): Promise<void>;
}

/** Starts everything that `config` asks for: storage, HTTP, workers. Nothing is left open when it fails. */
export async function startApp(config: Config, machine: Machine): Promise<App> {
  const opened = await openDatabase({
    url: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    poolSize: config.databasePoolSize,
    entities,
    migrations,
  });
  const server = new HttpServer(machine.logger);
  try {
    const port = await server.listen(config.port, config.host);
    server.serve(healthRoutes(() => Promise.resolve('starting')));
    await migrate(opened, async () => {
      if (config.sandbox) await seedSandbox(opened.entityManager, machine.chance, machine.clock.now());
    });
    const url = config.publicUrl ?? `http://localhost:${port}`;
    return await compose({ config, machine, opened, server, url });
  } catch (error) {
    await server.stop();
    await opened.close();
    throw error;
  }
}

interface Parts {
  readonly config: Config;
  readonly machine: Machine;
  readonly opened: OpenedDatabase;
  readonly server: HttpServer;
  readonly url: string;
}

async function compose(parts: Parts): Promise<App> {
  const { config, machine, opened, server, url } = parts;
  const database = new Database(opened.entityManager);
  const workers = createWorkers(parts, database);
  const dependencies = {
    database,
    eventLog: eventLog(workers.relay.poke),
    clock: machine.clock,
    chance: machine.chance,
    cnpjMayHaveLetters: config.alphanumericCnpj,
  };
  const ready = readinessOf(opened);
  if (config.roles.has('api')) server.serve(await apiRoutes(parts, dependencies, ready));
  else server.serve(healthRoutes(ready));
  if (config.roles.has('worker')) for (const worker of Object.values(workers)) worker.start();
  return {
    url,
    database: opened,
    async stop() {
      await server.stop();
      await Promise.all(Object.values(workers).map((worker) => worker.stop()));
      await opened.close();
    },
  };
}

function createWorkers({ machine: { clock, logger } }: Parts, database: Database) {
  const relay = new BackgroundLoop({
    name: 'event-relay',
    work: () => relayEvents(database, clock.now()),
    restMs: RELAY_REST_MS,
    logger,
  });
  const keyCleaning = new BackgroundLoop({
    name: 'expired-keys',
    work: () => forgetExpiredKeys(database, clock.now()),
    restMs: KEY_CLEANING_REST_MS,
    logger,
  });
  return { relay, keyCleaning };
}

/** The resolvers of all capabilities. */
export function createResolvers(dependencies: CreatePocketDependencies): object[] {
  const eventTypes: WebhookEventTypes = new Map([['POCKET_ACCOUNT_WAS_CREATED', PocketAccountWasCreatedEventType]]);
  return [
    new ViewerResolver(),
    new NodeResolver([paymentAccountNodes, pocketNodes]),
    new PaymentAccountResolver(),
    new PocketResolver(dependencies),
    new PaymentAccountPocketsResolver(),
    new WebhookEventResolver(eventTypes),
    new PocketAccountWasCreatedEventResolver(),
    new ErrorCatalogueResolver(),
  ];
}

async function apiRoutes(parts: Parts, dependencies: CreatePocketDependencies, ready: ReadyCheck): Promise<Routes> {
  const { config, machine, opened, url } = parts;
  const schema = buildGatewaySchema(createResolvers(dependencies));
  const apollo = createApolloServer(schema, machine.logger);
  await apollo.start();
  const { database } = dependencies;
  const installation = await opened.entityManager.fork().findOneOrFail(Installation, 1);
  const surroundings: Surroundings = {
    database,
    cursors: new CursorCodec(installation.cursorKey),
    clock: machine.clock,
    chance: machine.chance,
    publicUrl: url,
    sandbox: config.sandbox,
  };
  const rules: TokenRules = { ...config.auth, issuer: config.auth.issuer ?? url };
  const issuer = await issuerOf(config, machine);
  const verifier = new TokenVerifier(rules, issuer.keys, (id) => findPartner(database, id), machine.clock);
  const graphql = withCors(graphqlEndpoint({ apollo, verifier, surroundings, logger: machine.logger }));
  const sdl = printGatewaySchema(schema);
  return {
    ...healthRoutes(ready),
    ...(issuer.key && sandboxIssuerRoutes(issuer.key, rules, machine)),
    '/': { GET: (_request, response) => void response.writeHead(302, { location: '/graphql' }).end() },
    '/graphql': { GET: graphql, POST: graphql, OPTIONS: preflightHandler },
    '/schema.graphql': {
      GET: (_request, response) => {
        answerText(response, { status: 200, type: 'text/plain; charset=utf-8', text: sdl });
      },
    },
  };
}

/** Whose keys verify tokens: another issuer's key set, or the sandbox's own key. */
async function issuerOf(config: Config, { chance }: Machine) {
  const { jwksUrl } = config.auth;
  if (jwksUrl !== undefined) return { keys: createRemoteJWKSet(new URL(jwksUrl)), key: undefined };
  const key = await signingKey(config.dataDirectory, chance);
  return { keys: createLocalJWKSet({ keys: [key.publicJwk] }), key };
}

function sandboxIssuerRoutes(key: SigningKey, rules: TokenRules, { clock, chance }: Machine): Routes {
  return {
    '/oauth/token': { POST: tokenEndpoint({ key, rules, clock, chance }) },
    '/.well-known/jwks.json': {
      GET: (_request, response) => {
        answerJson(response, 200, { keys: [key.publicJwk] });
      },
    },
  };
}

type ReadyCheck = () => Promise<string | undefined>;

function healthRoutes(check: ReadyCheck): Routes {
  return { '/health/live': { GET: liveHandler }, '/health/ready': { GET: readyHandler(check) } };
}

function readinessOf(opened: OpenedDatabase): ReadyCheck {
  return async () => {
    const pending = await pendingMigrations(opened);
    return pending.length === 0 ? undefined : 'the database is not migrated';
  };
}
