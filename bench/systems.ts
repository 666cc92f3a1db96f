import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addPersons } from './customers.ts';
import { databaseUrl, withClient, type BenchDatabases } from './database.ts';
import { addMessages } from './messages/messages-world.ts';
import { byId, writeManifest } from './persisted.ts';
import { asGatewayWrites, forPostGraphile } from './postgraphile.ts';
import { ServerProcess } from './server-process.ts';
import { fetchTokenOf } from './token.ts';
import { addKeyAccounts, populate } from './world.ts';

const HERE = dirname(import.meta.dirname);
export const AUDIENCE = 'partner-banking-gateway';
/** One issuer for all systems: the gateways sign with the key of the same folder, and the peers read its key set. */
export const ISSUER = 'http://localhost/bench';
/** As `npm start` sets it. */
export const NODE_OPTIONS = '--max-semi-space-size=8';
const SEED_DATABASE = 'bench_seed';

/** The systems that are compared. The first is "ours" in the ratios: like the peers it runs no worker. */
const definitions = [
  { name: 'gateway', title: 'gateway, ROLES=api', database: 'bench_gateway', roles: 'api' },
  {
    name: 'gateway-by-id',
    title: 'gateway, ROLES=api, persisted documents',
    database: 'bench_gateway_by_id',
    roles: 'api',
    body: byId,
  },
  {
    name: 'gateway-walled',
    title: 'gateway, ROLES=api, ROW_LEVEL_SECURITY=true',
    database: 'bench_gateway_walled',
    roles: 'api',
    settings: { ROW_LEVEL_SECURITY: 'true' },
  },
  { name: 'gateway-all', title: 'gateway, default roles', database: 'bench_gateway_all', roles: 'api,worker' },
  { name: 'gateway-beside', title: 'gateway of `--beside`, ROLES=api', database: 'bench_beside', roles: 'api' },
  { name: 'bare', title: 'bare `node:http` + `pg`', database: 'bench_bare', script: './peers/bare.ts' },
  {
    name: 'bare-pruned',
    title: 'bare, with plain statements of the columns that it shows',
    database: 'bench_bare_pruned',
    script: './peers/bare.ts',
    peerSettings: { PEER_PRUNED: 'true' },
  },
  {
    name: 'mercurius',
    title: 'mercurius with jit + `pg`',
    database: 'bench_mercurius',
    script: './peers/mercurius.ts',
  },
  { name: 'yoga', title: 'graphql-yoga + `pg`', database: 'bench_yoga', script: './peers/yoga.mjs' },
  {
    name: 'apollo',
    title: 'Apollo Server as its guide starts it + `pg`',
    database: 'bench_apollo',
    script: './peers/apollo-server.ts',
  },
  {
    name: 'postgraphile',
    title: 'PostGraphile 5, its own schema',
    database: 'bench_postgraphile',
    script: './peers/postgraphile.ts',
    body: forPostGraphile,
    written: asGatewayWrites,
  },
] as const;

export type SystemName = (typeof definitions)[number]['name'];

/** A running system. */
export interface System {
  readonly name: SystemName;
  readonly title: string;
  readonly server: ServerProcess;
  readonly database: string;
  /** Converts a request to the system's form: with the text of a document, with its id, or with its own document. */
  readonly body: (body: string) => string;
  /** Converts a value of an answer to the gateway's form; absent if they are the same. If present, cursors differ. */
  readonly written?: (name: string, value: unknown) => unknown;
}

export interface SystemsOptions {
  readonly databases: BenchDatabases;
  readonly databaseUrl: string;
  /** A folder that the caller removes; contains the signing key. */
  readonly directory: string;
  /** Further settings of the gateway. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface ComparisonOptions extends SystemsOptions {
  /** Number of messages in each database. */
  readonly messages: number;
  /** Number of accounts for keys in each database. */
  readonly keyAccounts: number;
  /** Whether each database has persons who can be registered. */
  readonly persons: boolean;
  /** A checkout whose build is measured too; it must have the same migrations. */
  readonly beside?: string | undefined;
}

/**
 * Starts all systems on identical databases: one gateway migrates and seeds the first, and the others are copies of it.
 * Adds each started system to `started`, so that the caller can stop it even if a later one fails.
 */
export async function startSystems(options: ComparisonOptions, started: System[]): Promise<void> {
  const { databases } = options;
  await databases.create(SEED_DATABASE);
  const seeder = await startGateway(options, SEED_DATABASE, 'api');
  await seeder.stop();
  await withClient(databaseUrl(options.databaseUrl, SEED_DATABASE), async (client) => {
    await populate(client);
    if (options.messages > 0) await addMessages(client, options.messages);
    if (options.keyAccounts > 0) await addKeyAccounts(client, options.keyAccounts);
    if (options.persons) await addPersons(client);
  });
  for (const definition of definitions) {
    const { name, title, database } = definition;
    const checkout = name === 'gateway-beside' ? options.beside : HERE;
    if (checkout === undefined) continue;
    await databases.create(database, SEED_DATABASE);
    const [issuer] = started;
    const server =
      'roles' in definition
        ? await startGateway({ ...options, ...definition, checkout }, database, definition.roles)
        : await startPeer(definition, databaseUrl(options.databaseUrl, database), issuer?.server.port ?? 0);
    const body = 'body' in definition ? definition.body : (text: string) => text;
    started.push({
      name,
      title,
      server,
      database,
      body,
      ...('written' in definition && { written: definition.written }),
    });
  }
}

interface StartOptions extends SystemsOptions {
  readonly cpus?: string;
  /** The checkout whose build is started; default: this one. */
  readonly checkout?: string;
}

/** Starts the gateway on a database of the benchmark, on the servers' CPU unless `cpus` names others. */
export function startGateway(
  { databaseUrl: url, directory, settings, cpus, checkout }: StartOptions,
  database: string,
  roles: string,
) {
  const environment = {
    PORT: '0',
    SANDBOX: 'true',
    RATE_LIMIT: '0',
    DATABASE_URL: databaseUrl(url, database),
    DATA_DIR: directory,
    AUTH_ISSUER: ISSUER,
    ROLES: roles,
    PERSISTED_DOCUMENTS: writeManifest(directory),
    NODE_OPTIONS,
    ...settings,
  };
  return ServerProcess.start(builtIn(checkout), environment, cpus);
}

/** Starts the gateway on its own embedded database, as on a laptop. */
export function startEmbeddedGateway({ directory }: Pick<SystemsOptions, 'directory'>): Promise<ServerProcess> {
  return ServerProcess.start(builtIn(), { PORT: '0', DATA_DIR: join(directory, 'embedded'), NODE_OPTIONS });
}

function builtIn(checkout = HERE): URL {
  return pathToFileURL(join(checkout, 'dist/server/main.js'));
}

interface Peer {
  readonly script: string;
  readonly peerSettings?: Readonly<Record<string, string>>;
}

function startPeer({ script, peerSettings }: Peer, url: string, issuerPort: number): Promise<ServerProcess> {
  return ServerProcess.start(new URL(script, import.meta.url), {
    ...peerSettings,
    PEER_DATABASE_URL: url,
    PEER_ISSUER: ISSUER,
    PEER_AUDIENCE: AUDIENCE,
    PEER_JWKS_URL: `http://localhost:${issuerPort}/.well-known/jwks.json`,
  });
}

/** Returns a new token of the sandbox issuer; valid for an hour at every system. */
export function fetchToken([issuer]: readonly System[]): Promise<string> {
  return fetchTokenOf(issuer?.server.port ?? 0);
}
