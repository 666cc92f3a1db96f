import { apiEndpoints, operatorRoutes, startingRoutes, type Served } from './composition/routes.ts';
import type { Machine } from './composition/machine.ts';
import { createServices, openSecretBox } from './composition/services.ts';
import { createWakeUps } from './composition/wake-ups.ts';
import { createWorkers } from './composition/workers.ts';
import type { Config } from './config.ts';
import { keepMonths } from './deliveries/keep-months.ts';
import { eventLog } from './events/event-log.ts';
import { eventTail } from './events/webhook-event-tail.ts';
import { readExamples } from './explorer/read-examples.ts';
import { Database } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase, type OpenedDatabase } from './platform/database/open-database.ts';
import { HttpServer } from './platform/http/http-server.ts';
import { WakeUp } from './platform/wake-ups/wake-ups.ts';
import { seedSandbox } from './sandbox/seed-sandbox.ts';
import { entities, migrations } from './storage.ts';
import { messageTail } from './webhook-messages/message-change-tail.ts';

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
    server.serveWhileStarting(startingRoutes);
    await migrate(opened, async () => {
      const now = machine.clock.now();
      await keepMonths(new Database(opened.sessions), now);
      if (!config.sandbox) return;
      const secrets = await openSecretBox(config, opened);
      await seedSandbox(opened.entityManager, { chance: machine.chance, secrets, now });
    });
    const url = config.publicUrl ?? `http://localhost:${port}`;
    return await compose({ config, machine, opened, url }, server);
  } catch (error) {
    await server.stop();
    await opened.close();
    throw error;
  }
}

async function compose(served: Served, server: HttpServer): Promise<App> {
  const { config, machine, opened, url } = served;
  const services = await createServices(config, machine, opened);
  const wakeUps = createWakeUps(config, services.database, machine);
  const tails = { eventTail: eventTail(services.database), messageTail: messageTail(services.database) };
  const workers = createWorkers({ ...services, ...tails, wakeUps }, machine);
  const [isApi, isWorker] = [config.roles.has('api'), config.roles.has('worker')];
  const wakeOtherRelays = () => {
    wakeUps.publish(WakeUp.RECORDED);
  };
  const dependencies = {
    ...services,
    ...workers,
    eventLog: eventLog(isWorker ? workers.wakeRelay : wakeOtherRelays),
    ...tails,
    cnpjMayHaveLetters: config.alphanumericCnpj,
    examples: config.sandbox ? await readExamples() : [],
  };
  server.serve(isApi ? await apiEndpoints(served, dependencies) : { routes: operatorRoutes(served, services) });
  wakeUps.start();
  const running = [...(isWorker ? workers.all : []), ...(isApi ? workers.readers : [])];
  for (const worker of running) worker.start();
  return {
    url,
    database: opened,
    async stop() {
      await Promise.all([server.stop(), ...running.map((worker) => worker.stop())]);
      await wakeUps.stop();
      await services.outbound.close();
      await opened.close();
    },
  };
}
