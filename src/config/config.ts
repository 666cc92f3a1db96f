import {
  ConfigError,
  listOf,
  readChoice,
  readFlag,
  readInteger,
  readSeconds,
  readUrl,
  type Bounds,
} from './environment.ts';
import { readLimits, type LimitsConfig } from './limits.ts';
import { reader, readStorageConfig, type Environment, type StorageConfig } from './storage.ts';
import type { AdminAddress } from '../platform/http/admin-server.ts';
import type { TracingOptions } from '../platform/observability/tracing.ts';
import { addressPolicy } from '../platform/outbound/address-policy.ts';
import { targetProblem } from '../platform/outbound/target-url.ts';

/** Everything the process reads from its environment, checked and frozen. */
export interface Config extends LimitsConfig, StorageConfig {
  readonly port: number;
  readonly host: string;
  /** Where metrics are served. */
  readonly admin: AdminAddress;
  /** Base of links and of the sandbox issuer; undefined: `http://localhost:` and the port that is served. */
  readonly publicUrl: string | undefined;
  readonly databasePoolSize: number;
  /** Whether requests are run as a role that sees the rows of their partner alone. */
  readonly rowLevelSecurity: boolean;
  readonly sandbox: boolean;
  readonly auth: AuthConfig;
  readonly webhooks: WebhookConfig;
  /** Where one-time codes are posted outside sandbox mode, and the bearer token for it. Undefined: they cannot be sent. */
  readonly totpSender: TotpSenderConfig | undefined;
  readonly roles: ReadonlySet<Role>;
  /** A `nats://` URL, or undefined for wake-ups through the database. */
  readonly natsUrl: string | undefined;
  /** Operations that a process runs at once; more are refused, to be sent again. */
  readonly operationsAtOnce: number;
  /** Sockets of a process that may wait to be acknowledged. */
  readonly socketsWaiting: number;
  /** WebSockets that a partner may have over all processes; 0: any number. */
  readonly socketsPerPartner: number;
  readonly persistedDocuments: PersistedDocumentsConfig;
  readonly alphanumericCnpj: boolean;
  /** How long the automatic analysis of a registration takes in sandbox mode; elsewhere when it is first asked for. */
  readonly analysisSeconds: number;
  readonly logLevel: string;
  /** Undefined where OTEL_* names no place to export traces to. */
  readonly tracing: TracingOptions | undefined;
}

/** Whose tokens are trusted. In sandbox mode the gateway's own issuer, unless another is given. */
interface AuthConfig {
  /** Undefined: the public address of the gateway itself. */
  readonly issuer: string | undefined;
  readonly audience: string;
  readonly jwksUrl: string | undefined;
  readonly partnerClaim: string;
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

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const PORTS: Bounds = { min: 0, max: 65_535 };

/** More than any process bears: a number beyond it is a slip. */
const MANY = 100_000;

/**
 * Reads the environment once.
 * @throws ConfigError naming the first variable that is wrong
 */
export function readConfig(environment: Environment): Config {
  const read = reader(environment);
  const storage = readStorageConfig(environment);
  const sandbox = readFlag('SANDBOX', read('SANDBOX'), storage.databaseUrl === undefined);
  const port = readInteger('PORT', read('PORT') ?? '4000', PORTS);
  const publicUrl = read('PUBLIC_URL');
  return Object.freeze({
    port,
    host: read('HOST') ?? (sandbox ? '127.0.0.1' : '0.0.0.0'),
    admin: readAdmin(read, port),
    publicUrl: publicUrl && readUrl('PUBLIC_URL', publicUrl).replace(/\/+$/, ''),
    ...storage,
    databasePoolSize: readInteger('DATABASE_POOL_SIZE', read('DATABASE_POOL_SIZE') ?? '10', { min: 2, max: 500 }),
    rowLevelSecurity: readFlag('ROW_LEVEL_SECURITY', read('ROW_LEVEL_SECURITY'), false),
    sandbox,
    auth: readAuth(read, sandbox),
    webhooks: readWebhooks(read),
    totpSender: readTotpSender(read, sandbox),
    roles: readRoles(read('ROLES') ?? 'api,worker'),
    natsUrl: readNatsUrl(read('NATS_URL')),
    operationsAtOnce: readInteger('OPERATIONS_AT_ONCE', read('OPERATIONS_AT_ONCE') ?? '1000', { min: 1, max: MANY }),
    socketsPerPartner: readInteger('SOCKETS_PER_PARTNER', read('SOCKETS_PER_PARTNER') ?? '200', { min: 0, max: MANY }),
    socketsWaiting: readInteger('SOCKETS_WAITING', read('SOCKETS_WAITING') ?? '10000', { min: 2, max: MANY }),
    ...readLimits(read, sandbox),
    persistedDocuments: Object.freeze({
      file: read('PERSISTED_DOCUMENTS'),
      only: readFlag('PERSISTED_DOCUMENTS_ONLY', read('PERSISTED_DOCUMENTS_ONLY'), false),
    }),
    alphanumericCnpj: readFlag('ALPHANUMERIC_CNPJ', read('ALPHANUMERIC_CNPJ'), false),
    tracing: readTracing(read),
    analysisSeconds: readSeconds('ANALYSIS_SECONDS', read('ANALYSIS_SECONDS') ?? (sandbox ? '2' : '0'), {
      min: 0,
      max: 3_600,
    }),
    logLevel: readChoice('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', LOG_LEVELS),
  });
}

function readAdmin(read: (name: string) => string | undefined, port: number): AdminAddress {
  const given = read('ADMIN_PORT') ?? (port === 0 ? '0' : undefined);
  const adminPort = given === undefined ? undefined : readInteger('ADMIN_PORT', given, PORTS);
  if (adminPort === port && port > 0)
    throw new ConfigError(`ADMIN_PORT is ${port}, as PORT is: write another port, metrics have one of their own.`);
  return Object.freeze({ port: adminPort, host: read('ADMIN_HOST') ?? '127.0.0.1' });
}

function readAuth(read: (name: string) => string | undefined, sandbox: boolean): AuthConfig {
  const jwksUrl = read('AUTH_JWKS_URL');
  const issuer = read('AUTH_ISSUER');
  const audience = read('AUTH_AUDIENCE');
  if (!sandbox || jwksUrl !== undefined) {
    for (const [name, value] of Object.entries({
      AUTH_ISSUER: issuer,
      AUTH_AUDIENCE: audience,
      AUTH_JWKS_URL: jwksUrl,
    }))
      if (value === undefined)
        throw new ConfigError(`${name} is missing: it is needed when SANDBOX is false or another issuer is given.`);
  }
  return Object.freeze({
    issuer,
    audience: audience ?? 'partner-banking-gateway',
    jwksUrl: jwksUrl === undefined ? undefined : readUrl('AUTH_JWKS_URL', jwksUrl),
    partnerClaim: read('AUTH_PARTNER_CLAIM') ?? 'partner_id',
  });
}

const RETRY_SECONDS_DEFAULT = '5,30,120,600,1800,3600,7200,14400,28800,57600,86400';
const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_WEEK = 7 * SECONDS_PER_DAY;

function readWebhooks(read: (name: string) => string | undefined): WebhookConfig {
  const seconds = (name: string, fallback: string, bounds: Bounds) => readSeconds(name, read(name) ?? fallback, bounds);
  const failures = read('WEBHOOK_BREAKER_FAILURES') ?? '5';
  const gaps = listOf(read('WEBHOOK_RETRY_SECONDS') ?? RETRY_SECONDS_DEFAULT);
  return Object.freeze({
    retrySeconds: gaps.map((gap) => readSeconds('WEBHOOK_RETRY_SECONDS', gap, { min: 0, max: SECONDS_PER_WEEK })),
    timeoutSeconds: seconds('WEBHOOK_TIMEOUT_SECONDS', '10', { min: 0.1, max: 60 }),
    breakerFailures: readInteger('WEBHOOK_BREAKER_FAILURES', failures, { min: 1, max: 1_000 }),
    breakerSeconds: seconds('WEBHOOK_BREAKER_SECONDS', '30', { min: 0.1, max: SECONDS_PER_DAY }),
    callsAtOnce: readInteger('WEBHOOK_CALLS_AT_ONCE', read('WEBHOOK_CALLS_AT_ONCE') ?? '1024', { min: 1, max: MANY }),
    allowCidrs: readCidrs(listOf(read('WEBHOOK_ALLOW_CIDRS') ?? '')),
  });
}

function readCidrs(cidrs: readonly string[]): readonly string[] {
  try {
    addressPolicy({ allowPrivate: false, allowCidrs: cidrs });
    return cidrs;
  } catch {
    throw new ConfigError(`WEBHOOK_ALLOW_CIDRS is "${cidrs.join(',')}": write ranges such as 10.0.0.0/8,fd00::/8.`);
  }
}

function readTotpSender(read: (name: string) => string | undefined, sandbox: boolean): TotpSenderConfig | undefined {
  const url = read('TOTP_SENDER_URL');
  const token = read('TOTP_SENDER_TOKEN');
  if (url === undefined) return undefined;
  const problem = targetProblem(url, { allowHttp: sandbox });
  if (problem !== undefined)
    throw new ConfigError(`TOTP_SENDER_URL cannot be used (${problem}): write an https address.`);
  if (token !== undefined && !BEARER_TOKEN.test(token))
    throw new ConfigError('TOTP_SENDER_TOKEN is no bearer token: write letters, digits and -._~+/= alone.');
  return Object.freeze({ url, token });
}

/** What may stand behind `Bearer` (RFC 6750, 2.1). */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

function readNatsUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!['nats:', 'tls:'].includes(URL.parse(value)?.protocol ?? ''))
    throw new ConfigError('NATS_URL is no NATS address: write nats://host:4222.');
  return value;
}

function readTracing(read: (name: string) => string | undefined): TracingOptions | undefined {
  const endpoint = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined || read('OTEL_SDK_DISABLED') === 'true') return undefined;
  readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
  const ratio = read('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (!/^(0|1|0?\.\d+|1\.0+)$/.test(ratio))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is "${ratio}": write a part from 0 to 1.`);
  return { sampleRatio: Number(ratio) };
}

function readRoles(value: string): ReadonlySet<Role> {
  const roles = value.split(',').map((role) => role.trim());
  const known = roles.filter((role) => role === 'api' || role === 'worker');
  if (known.length === 0 || known.length !== roles.length)
    throw new ConfigError(`ROLES is "${value}": write api, worker or both, with a comma between.`);
  return new Set(known);
}
