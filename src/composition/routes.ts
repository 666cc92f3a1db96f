import { errorCatalogue, type ExtensionNeeds, type OpenProduct, type ResolverNeeds } from '../capabilities.ts';
import type { Config } from '../config/config.ts';
import type { EventLog } from '../events/log/event-log.ts';
import type { OfResolvers } from '../extension.ts';
import { explorerForBrowsers, pageRoutes } from '../playground/explorer/serve-pages.ts';
import { databaseProblem } from '../platform/schema/database-problem.ts';
import type { ClockDrift } from '../platform/database/clock-drift.ts';
import type { OpenedDatabase } from '../platform/database/opened-database.ts';
import { sharedDatabases, tenantDatabases } from '../platform/database/tenant-databases.ts';
import type { InFlight } from '../platform/loops/in-flight.ts';
import { Arrivals } from '../platform/requests/arrivals.ts';
import { AnonymousCallers } from '../platform/http/anonymous-callers.ts';
import { BodyLimits } from '../platform/http/body-limits.ts';
import type { ConnectionPlaces } from '../platform/http/connection-places.ts';
import { Ledger } from '../platform/limits/ledger.ts';
import { CursorCodec } from '../platform/cursors/cursor-codec.ts';
import { Introspection } from '../platform/graphql/documents/introspection.ts';
import type { Surroundings } from '../platform/requests/request-context.ts';
import { buildGatewaySchema, printGatewaySchema } from '../platform/graphql/vocabulary/schema.ts';
import { hostCheck } from '../platform/http/host-check.ts';
import { callersOnly } from '../platform/http/callers-only.ts';
import { Cors } from '../platform/http/cors.ts';
import { errorPages } from '../platform/http/error-pages.ts';
import { graphqlEndpoint } from '../platform/http/graphql-endpoint.ts';
import type { Ports } from '../ports.ts';
import { healthRoutes } from '../platform/http/health.ts';
import type { Endpoints, Routes } from '../platform/http/http-server.ts';
import { madeOnce } from '../platform/http/made-once.ts';
import { metricsElsewhere, metricsEndpoint } from '../platform/http/metrics-endpoint.ts';
import { notStored } from '../platform/http/not-stored.ts';
import type { Example } from '../playground/examples/example.value.ts';
import type { Runtime } from './runtime.ts';
import { KEY_SETS_PATH, keySetsEndpoint } from '../webhooks/signing/key-sets-endpoint.ts';
import { createCallers } from './callers.ts';
import { eventRoutes } from './event-routes.ts';
import { addGauges } from './gauges.ts';
import { liveParts, socketsOf } from './live-operations.ts';
import { createGraphql } from './create-graphql.ts';
import type { Services } from './services.ts';
import { auditReads } from '../platform/audit/audited-requests.ts';
import type { Issuer } from './issuer.ts';
import { sandboxIssuerRoutes } from '../playground/sandbox/issuer-routes.ts';
import { createResolvers, type Derived } from './resolvers.ts';

/** The parts of a process that its routes need. */
export interface ProcessParts {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly opened: OpenedDatabase;
  /** Compares the machine's clock with that of a shared database. */
  readonly clock: ClockDrift | undefined;
  /** Whether the database login owns the tables, so that row-level security does not apply to it. */
  readonly readsAll: boolean;
  /** Base URL of the gateway, such as `http://localhost:4000`. */
  readonly url: string;
  readonly places: ConnectionPlaces;
  /** Requests and operations that a stop waits for. */
  readonly inFlight: InFlight;
}

/** What the endpoints of the API need. */
type Dependencies = Services &
  Ports &
  Pick<OpenProduct, 'capabilities' | 'endpoints'> &
  Omit<ResolverNeeds, keyof Derived> &
  OfResolvers<ExtensionNeeds> & {
    readonly eventLog: EventLog;
    readonly examples: readonly Example[];
    readonly issuer: Issuer;
  };

/** Creates the endpoints of the role `api`: GraphQL over HTTP and WebSocket, its pages, and the sandbox issuer. */
export async function apiEndpoints(parts: ProcessParts, dependencies: Dependencies): Promise<Endpoints> {
  const { config, runtime, inFlight, places } = parts;
  const { database, issuer, capabilities, ...ofResolvers } = dependencies;
  const schema = buildGatewaySchema(createResolvers(capabilities, ofResolvers));
  const pipeline = await createGraphql(schema, config, runtime, dependencies);
  const { examples, metrics, socketCounts: counts } = dependencies;
  const { logger, beatMs } = runtime;
  const surroundings = await surroundingsOf(parts, dependencies);
  const callers = createCallers(parts, dependencies, issuer.keys);
  const newCallers = () => new AnonymousCallers(config.anonymousLimits, config.trustedProxies);
  const anonymous = newCallers();
  const ledger = new Ledger(config.bodyMemoryBytes);
  metrics.gauge(
    'gateway_held_bytes',
    'Memory that this process holds for callers, by what it is for.',
    () => ledger.held,
  );
  const bodies = new BodyLimits({ ledger, rate: config.rateLimit });
  const arrivals = new Arrivals({ surroundings, anonymous, logger });
  const gate = { ...pipeline, ...callers, arrivals, anonymous, bodies, surroundings, logger };
  const cors = new Cors({ allowsLoopback: config.sandbox, origins: config.corsOrigins });
  const shared = {
    ...gate,
    ...liveParts({ config, logger, ledger, failing: dependencies.failing }),
    ledger,
    counts,
    beatMs,
    cors,
  };
  const upgrades = socketsOf({ ...shared, inFlight, places }, { metrics, config });
  const graphql = cors.around(notStored(graphqlEndpoint(gate)));
  const text = anonymous.around(madeOnce('text/plain; charset=utf-8', () => printGatewaySchema(schema)));
  const routes: Routes = {
    ...publicRoutes(parts, dependencies),
    ...(issuer.key &&
      sandboxIssuerRoutes({ key: issuer.key, clients: issuer.clients, ...callers, ...runtime }, cors, anonymous)),
    ...(await pagesOf(config, { issuer, examples })),
    ...eventRoutes(surroundings.publicUrl, cors, anonymous),
    ...errorPages(errorCatalogue, cors),
    [KEY_SETS_PATH]: { GET: cors.around(keySetsEndpoint(database, newCallers())), OPTIONS: cors.preflight() },
    '/graphql': { GET: explorerForBrowsers(config.pages, graphql), POST: graphql, OPTIONS: cors.preflight() },
    ...(config.introspection !== Introspection.OFF && {
      '/schema.graphql': { GET: config.introspection === Introspection.AUTHENTICATED ? callersOnly(gate, text) : text },
    }),
  };
  return dependencies.endpoints(
    { routes, upgrades, allowsHost: hostCheck(config) },
    { schema, catalogue: errorCatalogue, ...shared, metrics },
  );
}

/** Returns the routes of pages, which get secrets only where nobody else can reach them. */
function pagesOf(
  { pages: served, sandbox, isReachable }: Config,
  { issuer, examples }: Pick<Dependencies, 'issuer' | 'examples'>,
): Promise<Routes> {
  return pageRoutes({ served, sandbox, clients: isReachable ? [] : issuer.clients, examples });
}

async function surroundingsOf(
  { config, runtime, opened, url }: ProcessParts,
  { installation, audit }: Dependencies,
): Promise<Surroundings> {
  return {
    databaseFor: config.rowLevelSecurity ? await tenantDatabases(opened) : sharedDatabases(opened),
    cursors: new CursorCodec(installation.secret),
    clock: runtime.clock,
    random: runtime.random,
    publicUrl: url,
    sandbox: config.sandbox,
    introspection: config.introspection,
    auditRead: auditReads(audit),
  };
}

/** What reports whether a process can do its work. */
type OfHealth = Pick<Services, 'failing'> & Pick<Ports, 'readiness'>;

/** Routes of every process for all callers: liveness, readiness, and a note on where metrics are. */
export function publicRoutes(parts: ProcessParts, services: OfHealth): Routes {
  return { ...routesOfHealth(parts, services), '/metrics': { GET: metricsElsewhere } };
}

/** Routes of every process for operators. */
export function adminRoutes(
  parts: ProcessParts,
  services: Services & OfHealth,
  product: Pick<OpenProduct, 'capabilities'>,
): Routes {
  addGauges(parts, services, product);
  return { ...routesOfHealth(parts, services), '/metrics': { GET: metricsEndpoint(services.metrics) } };
}

/** Liveness, and readiness: the database responds, is migrated and has disk space, and the clock is right. */
function routesOfHealth({ opened, clock }: ProcessParts, { failing, readiness }: OfHealth): Routes {
  const check = async () => (await databaseProblem(opened)) ?? clock?.problem;
  return healthRoutes({ check, failingLoops: () => failing.loops, more: readiness });
}
