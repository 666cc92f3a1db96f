import { entities, migrations, openExtensions, shownEvents, type OpenProduct } from './capabilities.ts';
import { adminRoutes, apiEndpoints, publicRoutes, type ProcessParts } from './composition/routes.ts';
import { issuerOf } from './composition/issuer.ts';
import { prepareSchema } from './start/prepare-schema.ts';
import type { Runtime } from './composition/runtime.ts';
import { createServices, type Services } from './composition/services.ts';
import { createWakeUps } from './composition/create-wake-ups.ts';
import { createWorkers, webhookWakes } from './composition/create-workers.ts';
import { LocalWakes } from './platform/loops/local-wakes.ts';
import { startingRoutes } from './platform/http/health.ts';
import type { Config } from './config/config.ts';
import { eventLog } from './events/log/event-log.ts';
import { eventTail } from './events/readers/webhook-event-tail.ts';
import { WebhookEvents } from './events/readers/webhook-events.loader.ts';
import { readExamples } from './playground/examples/read-examples.ts';
import { BackgroundLoop } from './platform/loops/background-loop.ts';
import { ClockDrift } from './platform/database/clock-drift.ts';
import { COMPARING_REST_MS, DatabaseClock } from './platform/database/database-clock.ts';
import { Database } from './platform/database/database.ts';
import type { OpenedDatabase } from './platform/database/opened-database.ts';
import { openDatabase } from './platform/open-database.ts';
import { AdminServer } from './platform/http/admin-server.ts';
import { ConnectionPlaces } from './platform/http/connection-places.ts';
import { connectionsWithin } from './platform/observability/descriptors.ts';
import { hostCheck } from './platform/http/host-check.ts';
import { HttpServer } from './platform/http/http-server.ts';
import { readTls } from './platform/http/tls-files.ts';
import { compileStatements } from './platform/statements/statement.ts';
import { WakeUp } from './platform/loops/wake-up.ts';
import type { SandboxClient } from './playground/sandbox/sandbox-clients.ts';
import { messageTail } from './webhooks/message-changes/message-change-tail.ts';

export interface App {
  /** Base URL of the gateway, such as `http://localhost:4000`. */
  readonly url: string;
  /** Base URL of metrics and health, such as `http://127.0.0.1:9464`. */
  readonly adminUrl: string;
  readonly database: OpenedDatabase;
  /** Clients of the sandbox issuer, if this process is one. */
  readonly sandboxClients: readonly SandboxClient[];
  /** Waits for everything in flight, then closes everything that was opened. */
  stop(): Promise<void>;
}

const STARTING = 'starting';

/** Why a process is not ready yet. */
class StartingState {
  reason = STARTING;

  readonly report = (reason: string): void => {
    this.reason = reason;
  };
}

/** Starts everything that `config` requires: storage, HTTP, workers. If it fails, it leaves nothing open. */
export async function startApp(config: Config, runtime: Runtime): Promise<App> {
  const tls = config.tls && readTls(config.tls);
  const opened = await openDatabase({
    url: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    poolSize: config.databasePoolSize,
    entities,
    migrations,
    logger: runtime.logger,
  });
  const places = new ConnectionPlaces({
    max: connectionsWithin(config.connectionsMax),
    areProxied: config.trustedProxies > 0,
  });
  const server = new HttpServer(runtime.logger, { tls, places });
  let admin: AdminServer | undefined;
  try {
    const port = await server.listen(config.port, config.host);
    admin = await AdminServer.listen(config.admin, runtime.logger);
    const starting = new StartingState();
    server.serveWhileStarting(startingRoutes(() => starting.reason));
    const clock = clockDrift(runtime, opened);
    const begin = async ({ sessions }: OpenedDatabase) => clock?.begin(new Database(sessions));
    const readsAll = await prepareSchema(opened, { config, runtime, report: starting.report, begin });
    starting.report(STARTING);
    const url = config.publicUrl ?? `${config.tls ? 'https' : 'http'}://localhost:${port}`;
    return await compose(
      { config, runtime, opened, clock, url, readsAll, places, inFlight: server.inFlight },
      server,
      admin,
    );
  } catch (error) {
    await Promise.all([server.stop(), admin?.server.stop()]);
    await opened.close();
    throw error;
  }
}

/** Processes that share a database use its clock; a process on PGlite uses that of the machine. */
function clockDrift({ clock, logger }: Runtime, { embedded }: OpenedDatabase): ClockDrift | undefined {
  return !embedded && clock instanceof DatabaseClock ? new ClockDrift(clock, logger) : undefined;
}

function clockLoops({ clock }: ProcessParts, { database, failing }: Services): readonly BackgroundLoop[] {
  if (clock === undefined) return [];
  const work = async () => {
    await clock.compare(database);
    return false;
  };
  return [new BackgroundLoop({ name: 'database-clock', work, restMs: COMPARING_REST_MS, failing })];
}

/** Resolves when all background work that requests have started is done. */
async function settled(services: Services, product: OpenProduct): Promise<void> {
  const { lookups, refusedLogins, audit, outbound } = services;
  await lookups.settled();
  await product.settled();
  await refusedLogins.flush();
  await audit.stop();
  await outbound.close();
}

interface Wakes {
  readonly wakeUps: ReturnType<typeof createWakeUps>;
  readonly localWakes: LocalWakes;
}

/** Creates what resolvers, workers and extensions need. */
async function dependenciesOf(
  { config, runtime, url }: ProcessParts,
  services: Services,
  { wakeUps, localWakes }: Wakes,
) {
  const wakeOtherRelays = () => {
    wakeUps.publish(WakeUp.RECORDED);
  };
  return {
    ...services,
    wakeUps,
    logger: runtime.logger,
    publicUrl: url,
    eventLog: eventLog(config.roles.has('worker') ? localWakes.of('event-relay') : wakeOtherRelays),
    eventTail: eventTail(services.database),
    webhookEvents: new WebhookEvents(shownEvents),
    messageTail: messageTail(services.database),
    ...webhookWakes(localWakes),
    cnpjMayHaveLetters: config.alphanumericCnpj,
    servesPartnerApi: config.rest,
    restHeaderPrefix: config.restHeaderPrefix,
    bindingSettings: bindingSettings(config, url),
    providerSettings: config.provider,
    hasProvider: config.provider !== undefined,
    examples: config.sandbox ? await readExamples() : [],
  };
}

function bindingSettings({ publicUrl, auth, rateLimit: rate, tls }: Config, url: string) {
  const areAuthoritiesKnown = tls?.clientAuthorities !== undefined;
  return { publicUrl, url, forwarded: auth.forwardedCertificates, areAuthoritiesKnown, rate };
}

async function compose(parts: ProcessParts, server: HttpServer, admin: AdminServer): Promise<App> {
  const { config, runtime, opened, url } = parts;
  compileStatements();
  const services = await createServices(config, runtime, opened);
  const wakeUps = createWakeUps(config, services);
  const localWakes = new LocalWakes();
  const core = await dependenciesOf(parts, services, { wakeUps, localWakes });
  const product = openExtensions(core);
  const dependencies = { ...core, ...product.ports };
  const [isApi, isWorker] = [config.roles.has('api'), config.roles.has('worker')];
  const { lookMs, lookForOthersMs } = runtime;
  const ofWorkers = { ...dependencies, localWakes, lookMs, lookForOthersMs };
  const workers = createWorkers(product, ofWorkers);
  const issuer = isApi ? await issuerOf(parts, services) : undefined;
  const endpoints = issuer && (await apiEndpoints(parts, { ...dependencies, ...product, issuer }));
  server.serve(endpoints ?? { routes: publicRoutes(parts, dependencies), allowsHost: hostCheck(config) });
  // Only now: these routes report that the process is ready.
  admin.serve(adminRoutes(parts, dependencies, product));
  wakeUps.start();
  const running = [
    ...clockLoops(parts, services),
    ...(isWorker ? workers.all : []),
    ...(isApi ? workers.readers : []),
    ...(issuer?.workers ?? []),
  ];
  for (const worker of running) worker.start();
  return {
    url,
    adminUrl: admin.url,
    database: opened,
    sandboxClients: issuer?.clients ?? [],
    async stop() {
      await Promise.all([services.longPolls, server, admin.server, ...running].map((each) => each.stop()));
      await wakeUps.stop();
      await settled(services, product);
      await opened.close();
    },
  };
}
