import { apiRoutes, healthRoutes, startingRoutes, type Served } from './composition/routes.ts';
import type { Machine } from './composition/machine.ts';
import { createServices, openSecretBox } from './composition/services.ts';
import { createWorkers } from './composition/workers.ts';
import type { Config } from './config.ts';
import { keepMonths } from './deliveries/keep-months.ts';
import { eventLog } from './events/event-log.ts';
import { Database } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase, type OpenedDatabase } from './platform/database/open-database.ts';
import { HttpServer } from './platform/http/http-server.ts';
import { seedSandbox } from './sandbox/seed-sandbox.ts';
import { entities, migrations } from './storage.ts';

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
    server.serve(startingRoutes);
    await migrate(opened, async () => {
      const now = machine.clock.now();
      await keepMonths(new Database(opened.entityManager), now);
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
  const workers = createWorkers(services, machine);
  const dependencies = {
    ...services,
    ...workers,
    eventLog: eventLog(workers.wakeRelay),
    cnpjMayHaveLetters: config.alphanumericCnpj,
  };
  server.serve(config.roles.has('api') ? await apiRoutes(served, dependencies) : healthRoutes(opened));
  if (config.roles.has('worker')) for (const worker of workers.all) worker.start();
  return {
    url,
    database: opened,
    async stop() {
      await Promise.all([server.stop(), ...workers.all.map((worker) => worker.stop())]);
      await services.outbound.close();
      await opened.close();
    },
  };
}
