import { isLoopbackName } from '../platform/http/host-check.ts';
import type { AdminAddress } from '../platform/http/admin-server.ts';
import type { Introspection } from '../platform/graphql/documents/introspection.ts';
import type { TracingOptions } from '../platform/observability/tracing.ts';
import type { TlsFiles } from '../platform/http/tls-files.ts';
import { targetProblem } from '../platform/outbound/target-url.ts';
import { readAuth, type AuthConfig } from './auth.ts';
import { readLimits, type LimitsConfig } from './limits.ts';
import { ConfigError, type Environment, type Read } from './setting.ts';
import { readProvider, type ProviderConfig } from './provider.ts';
import { settings } from './settings.ts';
import { readStorageConfig, type StorageConfig } from './storage.ts';

/** Everything the process reads from its environment, checked and frozen. */
export interface Config extends LimitsConfig, StorageConfig {
  readonly port: number;
  readonly host: string;
  /** Where metrics are served. */
  readonly admin: AdminAddress;
  /** Base of links and of the sandbox issuer; undefined: `http://localhost:` and the port that is served. */
  readonly publicUrl: string | undefined;
  /** Origins of pages that may call from a browser. */
  readonly corsOrigins: readonly string[];
  /** Undefined: it is served in the clear. */
  readonly tls: TlsFiles | undefined;
  readonly databasePoolSize: number;
  /** Whether requests are run as a role that sees the rows of their partner only. */
  readonly rowLevelSecurity: boolean;
  readonly sandbox: boolean;
  /** Whether the partner API's own paths are served beside `/graphql`. */
  readonly rest: boolean;
  /** Whether other machines may reach it: it listens on more than loopback, or is known by a public address. */
  readonly isReachable: boolean;
  readonly auth: AuthConfig;
  readonly webhooks: WebhookConfig;
  /** Where one-time codes are posted outside sandbox mode, and the bearer token for it. Undefined: they cannot be sent. */
  readonly totpSender: TotpSenderConfig | undefined;
  /** The provider that it stands before; undefined: it is the bank itself. */
  readonly provider: ProviderConfig | undefined;
  readonly roles: ReadonlySet<Role>;
  /** A `nats://` URL, or undefined for wake-ups by the database. */
  readonly natsUrl: string | undefined;
  readonly persistedDocuments: PersistedDocumentsConfig;
  readonly introspection: Introspection;
  readonly alphanumericCnpj: boolean;
  /** How long the automatic analysis of a registration takes in sandbox mode; elsewhere when it is first asked for. */
  readonly analysisSeconds: number;
  readonly logLevel: string;
  /** Undefined where OTEL_* names no place to export traces to. */
  readonly tracing: TracingOptions | undefined;
}

/** How messages are delivered. */
interface WebhookConfig {
  /** Gaps between tries. */
  readonly retrySeconds: readonly number[];
  readonly timeoutSeconds: number;
  /** Faults in a row that open a configuration's breaker, and its first rest. */
  readonly breakerFailures: number;
  readonly breakerSeconds: number;
  /** Calls that a process has in flight at most. */
  readonly callsAtOnce: number;
  /** Ranges of addresses that may be called although they are not public. */
  readonly allowCidrs: readonly string[];
}

/** Documents that clients may ask for by id. */
interface PersistedDocumentsConfig {
  /** A manifest of texts by id. Undefined: in sandbox mode the examples, elsewhere none. */
  readonly file: string | undefined;
  /** Whether no other document is served. */
  readonly only: boolean;
}

interface TotpSenderConfig {
  readonly url: string;
  readonly token: string | undefined;
}

type Role = 'api' | 'worker';

/**
 * Reads the environment once.
 * @throws ConfigError naming the first variable that is wrong
 */
export function readConfig(environment: Environment): Config {
  const storage = readStorageConfig(environment);
  const sandbox = readSandbox(environment, storage);
  const read: Read = (setting) => setting.read(environment, sandbox);
  const port = read(settings.port);
  const [host, publicUrl] = [read(settings.host), read(settings.publicUrl)?.replace(/\/+$/, '')];
  return Object.freeze({
    port,
    host,
    admin: readAdmin(read, port),
    publicUrl,
    isReachable: ![host, publicUrl === undefined ? host : new URL(publicUrl).hostname].every(isLoopbackName),
    corsOrigins: read(settings.corsOrigins) ?? [],
    tls: readTlsFiles(read),
    ...storage,
    databasePoolSize: read(settings.databasePoolSize),
    rowLevelSecurity: read(settings.rowLevelSecurity),
    sandbox,
    rest: read(settings.rest),
    auth: readAuth(read, environment, sandbox),
    webhooks: readWebhooks(read),
    totpSender: readTotpSender(read, sandbox),
    provider: readProvider(environment, sandbox),
    roles: read(settings.roles),
    natsUrl: read(settings.natsUrl),
    ...readLimits(environment, sandbox),
    persistedDocuments: Object.freeze({
      file: read(settings.persistedDocuments),
      only: read(settings.persistedDocumentsOnly),
    }),
    introspection: read(settings.introspection),
    alphanumericCnpj: read(settings.alphanumericCnpj),
    tracing: readTracing(read, environment),
    analysisSeconds: read(settings.analysisSeconds),
    logLevel: read(settings.logLevel),
  });
}

/**
 * A sandbox is for one machine unless it is asked for by name, and a database in the process is for a sandbox: what was
 * forgotten in a deployment is refused at the start.
 * @throws ConfigError
 */
function readSandbox(environment: Environment, { databaseUrl }: StorageConfig): boolean {
  const asked = settings.sandbox.read(environment, false);
  const sandbox = asked ?? databaseUrl === undefined;
  const host = settings.host.read(environment, sandbox);
  if (databaseUrl !== undefined) return sandbox;
  if (!sandbox && !settings.embedded.read(environment, false))
    throw new ConfigError(
      'DATABASE_URL is missing: it is needed when SANDBOX is false. EMBEDDED=true keeps the embedded database, which a power cut may damage.',
    );
  if (asked === undefined && !isLoopbackName(host))
    throw new ConfigError(
      `DATABASE_URL is missing, and HOST is ${host}: name a database, or write SANDBOX=true to open a sandbox to everyone who can reach that address.`,
    );
  return sandbox;
}

function readTlsFiles(read: Read): TlsFiles | undefined {
  const [certificate, key] = [read(settings.tlsCertificate), read(settings.tlsKey)];
  const clientAuthorities = read(settings.tlsClientAuthorities);
  if (certificate !== undefined && key !== undefined) return { certificate, key, clientAuthorities };
  if (certificate === undefined && key === undefined && clientAuthorities === undefined) return undefined;
  const missing = certificate === undefined ? settings.tlsCertificate : settings.tlsKey;
  throw new ConfigError(`${missing.name} is missing: TLS needs both a certificate and its key.`);
}

/** A port that is any leaves metrics any port too. */
function readAdmin(read: Read, port: number): AdminAddress {
  const adminPort = read(settings.adminPort) ?? (port === 0 ? 0 : undefined);
  if (adminPort === port && port > 0)
    throw new ConfigError(`ADMIN_PORT is ${port}, the same as PORT: write another port for metrics and health.`);
  return Object.freeze({ port: adminPort, host: read(settings.adminHost) });
}

function readWebhooks(read: Read): WebhookConfig {
  return Object.freeze({
    retrySeconds: read(settings.retrySeconds),
    timeoutSeconds: read(settings.timeoutSeconds),
    breakerFailures: read(settings.breakerFailures),
    breakerSeconds: read(settings.breakerSeconds),
    callsAtOnce: read(settings.callsAtOnce),
    allowCidrs: read(settings.allowCidrs) ?? [],
  });
}

function readTotpSender(read: Read, sandbox: boolean): TotpSenderConfig | undefined {
  const url = read(settings.totpSenderUrl);
  if (url === undefined) return undefined;
  const problem = targetProblem(url, { allowHttp: sandbox });
  if (problem !== undefined)
    throw new ConfigError(`TOTP_SENDER_URL cannot be used (${problem}): write an https address.`);
  return Object.freeze({ url, token: read(settings.totpSenderToken) });
}

/** OpenTelemetry's own variables, which its exporter reads too. */
function readTracing(read: Read, environment: Environment): TracingOptions | undefined {
  if (environment['OTEL_SDK_DISABLED']?.trim() === 'true') return undefined;
  const endpoint = read(settings.otelTracesEndpoint) ?? read(settings.otelEndpoint);
  if (endpoint === undefined) return undefined;
  return { sampleRatio: read(settings.otelShare) };
}
