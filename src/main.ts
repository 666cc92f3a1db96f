import 'reflect-metadata';
import { startApp, type App } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { ConfigError } from './environment.ts';
import { DataDirectoryInUse } from './platform/database/data-directory-lock.ts';
import { SchemaIsNewer } from './platform/database/migrate.ts';
import { UnfitTenantRole } from './platform/database/tenant-databases.ts';
import { errorCode } from './platform/error-code.ts';
import { BadPersistedDocument } from './platform/graphql/known-documents.ts';
import { createLogger } from './platform/observability/logger.ts';
import { inSources } from './platform/observability/source-lines.ts';
import { systemChance, systemClock } from './system.ts';

const MENDED_BY_A_PERSON = [ConfigError, DataDirectoryInUse, SchemaIsNewer, UnfitTenantRole, BadPersistedDocument];

/** PostgreSQL's word for what it does not let this login do: the operator does it, or lets it. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** What a person can mend is said in a sentence; anything else is a bug and shows its stack. */
function explain(error: unknown): string {
  if (MENDED_BY_A_PERSON.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  if (error instanceof Error && errorCode(error) === INSUFFICIENT_PRIVILEGE) return error.message;
  if (error instanceof Error && errorCode(error) === 'EADDRINUSE')
    return `${error.message}: stop what is listening there, or choose another PORT.`;
  return error instanceof Error ? inSources(error.stack ?? error.message) : String(error);
}

function greeting({ url }: App, config: Config): string {
  if (!config.roles.has('api')) return `The worker is ready; ${url}/health/ready says so too.`;
  const lines = [`The gateway is ready at ${url}/graphql; open ${url} in a browser for the explorer.`];
  if (config.sandbox && config.auth.jwksUrl === undefined)
    lines.push(
      '',
      '  client id      acme-pay',
      '  client secret  acme-pay-secret',
      '',
      `Events and deliveries as they happen: ${url}/events`,
      '',
      'Get a token with "npm run --silent token -- --client acme-pay", or with:',
      `  curl -s ${url}/oauth/token -d grant_type=client_credentials -d client_id=acme-pay -d client_secret=acme-pay-secret`,
    );
  return lines.join('\n');
}

/** Loaded only where traces are wanted: it takes time, and every span. */
async function traced({ tracing }: Config): Promise<() => Promise<void>> {
  if (tracing === undefined) return () => Promise.resolve();
  const { startTracing } = await import('./platform/observability/tracing.ts');
  return startTracing(tracing);
}

/** Ends the process on SIGTERM or SIGINT: once it has started after everything in flight, before that at once. */
class Ending {
  private app: App | undefined;
  private readonly stopTracing: () => Promise<void>;
  private isUnderWay = false;

  constructor(stopTracing: () => Promise<void>) {
    this.stopTracing = stopTracing;
    process.on('SIGTERM', this.begin);
    process.on('SIGINT', this.begin);
  }

  started(app: App): void {
    this.app = app;
  }

  private readonly begin = () => {
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    (this.app?.stop() ?? Promise.resolve()).then(this.stopTracing).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
}

try {
  const config = readConfig(process.env);
  const ending = new Ending(await traced(config));
  const logger = createLogger(config.logLevel);
  const app = await startApp(config, { clock: systemClock, chance: systemChance, logger });
  ending.started(app);
  process.stdout.write(`${greeting(app, config)}\n`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
