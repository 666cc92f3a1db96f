import 'reflect-metadata';
import { startApp, type App } from './app.ts';
import { explainFailure, storageFailures } from './start/explain-failure.ts';
import { listeningFailures } from './start/listening-failures.ts';
import { readConfig, type Config } from './config/config.ts';
import { settingsHelp } from './config/settings-help.ts';
import { DatabaseClock } from './platform/database/database-clock.ts';
import { giveBackMemoryAtRest } from './platform/loops/memory-at-rest.ts';
import { watchDescriptors } from './platform/observability/descriptors.ts';
import { startWatchdog } from './platform/observability/watchdog.ts';
import { createLogger, describeError, type Logger } from './platform/observability/logger.ts';
import { systemRandom, systemClock } from './platform/system.ts';

function greeting({ url, adminUrl, sandboxClients }: App, config: Config): string {
  const metrics = `Metrics are at ${adminUrl}/metrics.`;
  if (!config.roles.has('api')) return `The worker is ready; ${url}/health/ready says so too. ${metrics}`;
  const lines = [`The gateway is ready at ${url}/graphql; open ${url} in a browser for the explorer. ${metrics}`];
  // If other machines can reach it, the secrets are random: all of them must be printed.
  const clients = config.isReachable ? sandboxClients : sandboxClients.slice(0, 1);
  const [first] = clients;
  if (first !== undefined)
    lines.push(
      '',
      ...clients.flatMap(({ id, secret }) => [`  client id      ${id}`, `  client secret  ${secret}`, '']),
      `Events and deliveries as they happen: ${url}/console`,
      '',
      `Get a token with "npm run --silent token -- --client ${first.id}${config.isReachable ? ` --secret ${first.secret}` : ''}", or with:`,
      `  curl -s ${url}/oauth/token -d grant_type=client_credentials -d client_id=${first.id} -d client_secret=${first.secret}`,
    );
  return lines.join('\n');
}

/**
 * Loads tracing only if it is configured: loading takes time, and so does every span. A provider gets the trace of a
 * caller without it, too.
 */
async function traced({ tracing, provider }: Config): Promise<() => Promise<void>> {
  if (tracing !== undefined) {
    const { startTracing } = await import('./platform/observability/tracing.ts');
    return startTracing(tracing);
  }
  if (provider !== undefined) {
    const { passTracesOn } = await import('./platform/observability/pass-traces-on.ts');
    passTracesOn();
  }
  return () => Promise.resolve();
}

/**
 * Longest time until the process exits, in milliseconds (ours): a stop takes at most 10 seconds (docs/operations.md).
 * What is still under way then, such as a long statement, ends as if the process were killed.
 */
const ENDING_MS_MAX = 9_500;

/**
 * Ends the process on SIGTERM or SIGINT: after everything in flight, or immediately if it has not started yet. An
 * uncaught error ends it in the same way, with 1: its effects are unknown, and a supervisor must restart the process.
 */
class Ending {
  private app: App | undefined;
  private readonly config: Config;
  private readonly stopTracing: () => Promise<void>;
  private readonly logger: Logger;
  private isEnding = false;
  private exitCode = 0;

  constructor(config: Config, stopTracing: () => Promise<void>, logger: Logger) {
    this.config = config;
    this.stopTracing = stopTracing;
    this.logger = logger;
    process.on('SIGTERM', this.begin);
    process.on('SIGINT', this.begin);
    process.on('uncaughtException', this.fail);
    process.on('unhandledRejection', this.fail);
  }

  started(app: App): void {
    this.app = app;
  }

  private readonly fail = (error: unknown) => {
    this.logger.fatal({ error: describeError(error) }, 'uncaught error: the process exits');
    this.exitCode = 1;
    this.begin();
  };

  private readonly exitLate = () => {
    this.logger.warn('work did not end in time: the process exits');
    process.exit(this.exitCode);
  };

  private readonly begin = () => {
    if (this.isEnding) return;
    this.isEnding = true;
    setTimeout(this.exitLate, ENDING_MS_MAX).unref();
    (this.app?.stop() ?? Promise.resolve()).then(this.stopTracing).then(
      () => process.exit(this.exitCode),
      (error: unknown) => {
        endWith(error, this.config);
      },
    );
  };
}

function endWith(error: unknown, config: Config | undefined): never {
  const around = config && [...listeningFailures(config), ...storageFailures(config)];
  process.stderr.write(`${explainFailure(error, around)}\n`);
  process.exit(1);
}

async function serve(): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    const logger = createLogger(config.logLevel);
    for (const warning of config.warnings) logger.warn(warning);
    const ending = new Ending(config, await traced(config), logger);
    const app = await startApp(config, { clock: new DatabaseClock(systemClock), random: systemRandom, logger });
    ending.started(app);
    giveBackMemoryAtRest();
    watchDescriptors(logger);
    // The embedded database works in this thread, for as long as a statement takes.
    if (config.databaseUrl !== undefined) startWatchdog(logger);
    process.stdout.write(`${greeting(app, config)}\n`);
  } catch (error) {
    endWith(error, config);
  }
}

if (process.argv.includes('--help')) process.stdout.write(settingsHelp());
else await serve();
