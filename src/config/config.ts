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

/** Everything that the process reads from its environment, validated and frozen. */
export interface Config extends LimitsConfig, StorageConfig {
  readonly port: number;
  readonly host: string;
  /** Where metrics are served. */
  readonly admin: AdminAddress;
  /** Base URL of links and of the sandbox issuer; undefined: `http://localhost:` and the port in use. */
  readonly publicUrl: string | undefined;
  /** Origins of pages that can call from a browser. */
  readonly corsOrigins: readonly string[];
  /** Undefined: plain HTTP. */
  readonly tls: TlsFiles | undefined;
  readonly databasePoolSize: number;
  /** Whether requests run as a role that can access only rows of their partner. */
  readonly rowLevelSecurity: boolean;
  readonly sandbox: boolean;
  /** Whether the REST paths of the partner API are served too. */
  readonly rest: boolean;
  /** Whether other machines can reach it: it listens on more than loopback, or has a public URL. */
  readonly isReachable: boolean;
  readonly auth: AuthConfig;
  readonly webhooks: WebhookConfig;
  /** URL to post one-time codes to outside sandbox mode, and its bearer token. Undefined: they cannot be sent. */
  readonly totpSender: TotpSenderConfig | undefined;
  /** The provider that the gateway forwards to; undefined: it is the bank itself. */
  readonly provider: ProviderConfig | undefined;
  readonly roles: ReadonlySet<Role>;
  /** A `nats://` URL; undefined: wake-ups by the database. */
  readonly natsUrl: string | undefined;
  readonly persistedDocuments: PersistedDocumentsConfig;
  readonly introspection: Introspection;
  readonly alphanumericCnpj: boolean;
  /** In the sandbox the duration of a registration's analysis; elsewhere the delay before a decision is requested. */
  readonly analysisSeconds: number;
  readonly logLevel: string;
  /** Undefined if OTEL_* names no endpoint for traces. */
  readonly tracing: TracingOptions | undefined;
}

/** How messages are delivered. */
interface WebhookConfig {
  /** Delays between attempts. */
  readonly retrySeconds: readonly number[];
  readonly timeoutSeconds: number;
  /** Consecutive failures that open a configuration's circuit breaker, and how long it stays open at first. */
  readonly breakerFailures: number;
  readonly breakerSeconds: number;
  /** Most calls that a process has in flight. */
  readonly callsAtOnce: number;
  /** Private address ranges that may be called. */
  readonly allowCidrs: readonly string[];
}

/** Documents that clients can send by id. */
interface PersistedDocumentsConfig {
  /** File with the documents by id. Undefined: the examples in sandbox mode, otherwise none. */
  readonly file: string | undefined;
  /** Whether all other documents are refused. */
  readonly only: boolean;
}

interface TotpSenderConfig {
  readonly url: string;
  readonly token: string | undefined;
}

type Role = 'api' | 'worker';

/**
 * Reads and validates the environment.
 * @throws ConfigError that names the first invalid variable
 */
export function readConfig(environment: Environment): Config {
  const storage = readStorageConfig(environment);
  const sandbox = readSandbox(environment, storage);
  // Settings that this mode ignores are validated too: otherwise they could stop a start in another mode months later.
  for (const setting of Object.values(settings)) setting.read(environment, sandbox);
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
 * A sandbox is local unless it is requested explicitly, and the embedded database is for a sandbox unless it is allowed
 * explicitly: settings that were forgotten in a deployment are refused at the start.
 * @throws ConfigError
 */
function readSandbox(environment: Environment, { databaseUrl }: StorageConfig): boolean {
  const requested = settings.sandbox.read(environment, false);
  const sandbox = requested ?? databaseUrl === undefined;
  const host = settings.host.read(environment, sandbox);
  if (databaseUrl !== undefined) return sandbox;
  if (!sandbox && !settings.embedded.read(environment, false))
    throw new ConfigError(
      'DATABASE_URL is missing: it is required if SANDBOX is false. EMBEDDED=true allows the embedded database, which a power failure may damage.',
    );
  if (requested === undefined && !isLoopbackName(host))
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

/** If the main port is any free port (0), so is that of metrics by default. */
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

/** Reads OpenTelemetry's own variables, which its exporter reads too. */
function readTracing(read: Read, environment: Environment): TracingOptions | undefined {
  if (environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return undefined;
  if (read(settings.otelExporter) === 'none') return undefined;
  const endpoint = read(settings.otelTracesEndpoint) ?? read(settings.otelEndpoint);
  if (endpoint === undefined) return undefined;
  return { sampler: read(settings.otelSampler), sampleRatio: read(settings.otelShare) };
}
