import { Introspection } from '../platform/graphql/documents/introspection.ts';
import { addressRanges, bearerToken, choice, flag, integer, listOf, seconds, share, someOf, text } from './kinds.ts';
import { limitSettings } from './limit-settings.ts';
import { providerSettings } from './provider-settings.ts';
import { optional, setting } from './setting.ts';
import { databaseSettings, storageSettings } from './storage-settings.ts';
import { tokenSettings } from './token-settings.ts';
import { baseUrl, collectorUrl, httpUrl, natsUrl, origin } from './url-kinds.ts';

const PORTS = { min: 0, max: 65_535 };
const SECONDS_PER_DAY = 86_400;
const RETRY_SECONDS = '5,30,120,600,1800,3600,7200,14400,28800,57600,86400';

const serving = {
  port: setting('PORT', integer(PORTS), '4000', 'port to listen on; 0 for any free port'),
  host: setting('HOST', text, { sandbox: '127.0.0.1', elsewhere: '0.0.0.0' }, 'address to listen on'),
  adminPort: optional(
    'ADMIN_PORT',
    integer(PORTS),
    '`9464`, or any free port if that is taken',
    'port of metrics and health; gauges read from the database are cached for five seconds',
  ),
  adminHost: setting('ADMIN_HOST', text, '127.0.0.1', 'address of metrics and health'),
  publicUrl: optional('PUBLIC_URL', baseUrl, '`http://localhost:PORT`', 'base URL of links and of the sandbox issuer'),
  tlsCertificate: optional(
    'TLS_CERT_FILE',
    text,
    'plain HTTP, behind a proxy that terminates TLS',
    'certificate chain of the gateway, as PEM. `PORT` then serves TLS, and asks clients for an optional certificate',
  ),
  tlsKey: optional('TLS_KEY_FILE', text, 'plain HTTP', 'private key of `TLS_CERT_FILE`, as PEM'),
  tlsClientAuthorities: optional(
    'TLS_CLIENT_CA_FILE',
    text,
    'any client certificate is accepted; a bound token names its certificate',
    'certificate authorities for client certificates, as PEM',
  ),
  corsOrigins: optional(
    'CORS_ORIGINS',
    listOf(origin),
    'none',
    'origins that may call from a browser, over HTTP and WebSocket, in addition to its own pages and Apollo Sandbox; sandbox mode also allows localhost',
  ),
  roles: setting(
    'ROLES',
    someOf(['api', 'worker'], 'api, worker, or both separated by a comma'),
    'api,worker',
    'roles of the process: `api` serves GraphQL; `worker` relays events, delivers webhooks and cleans up. Run any number of each',
  ),
  rest: setting('REST', flag, 'true', 'serves the REST paths of the partner API, and `/openapi.json`'),
  sandbox: optional(
    'SANDBOX',
    flag,
    'true if `DATABASE_URL` is not set and `HOST` is local, otherwise false',
    'sandbox mode: token endpoint, sandbox data, `simulateCashIn`, one-time codes in responses, webhooks to http and private addresses. If other machines can reach it, clients get random secrets, which are printed at startup',
  ),
  natsUrl: optional(
    'NATS_URL',
    natsUrl,
    'wake-ups by the database',
    'NATS servers for wake-ups between instances. `tls://` requires TLS; so does any remote server outside sandbox mode',
  ),
};

const webhooks = {
  retrySeconds: setting(
    'WEBHOOK_RETRY_SECONDS',
    listOf(seconds({ min: 0, max: 7 * SECONDS_PER_DAY })),
    RETRY_SECONDS,
    'delays between attempts',
  ),
  timeoutSeconds: setting('WEBHOOK_TIMEOUT_SECONDS', seconds({ min: 0.1, max: 60 }), '10', 'timeout of one attempt'),
  breakerFailures: setting(
    'WEBHOOK_BREAKER_FAILURES',
    integer({ min: 1, max: 1_000 }),
    '5',
    'consecutive failures that open a circuit breaker',
  ),
  breakerSeconds: setting(
    'WEBHOOK_BREAKER_SECONDS',
    seconds({ min: 0.1, max: SECONDS_PER_DAY }),
    '30',
    'how long a circuit breaker stays open at first',
  ),
  allowCidrs: optional(
    'WEBHOOK_ALLOW_CIDRS',
    addressRanges,
    'none',
    'private ranges that may be called, such as `10.20.0.0/16`',
  ),
};

const codes = {
  totpSenderUrl: optional(
    'TOTP_SENDER_URL',
    text,
    'createTotp is refused',
    'URL to post one-time codes to outside sandbox mode; https, with a public address or one in `WEBHOOK_ALLOW_CIDRS`',
  ),
  totpSenderToken: optional('TOTP_SENDER_TOKEN', bearerToken, 'none', 'bearer token for `TOTP_SENDER_URL`'),
};

/** OpenTelemetry's samplers of traces that begin here. */
const TRACE_ROOTS = ['always_on', 'always_off', 'traceidratio'] as const;

const watching = {
  logLevel: setting(
    'LOG_LEVEL',
    choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'level of the log',
  ),
  otelEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    collectorUrl,
    'nothing is traced',
    "endpoint for traces, as OTLP over HTTP; OpenTelemetry's other `OTEL_*` variables apply too",
  ),
  otelTracesEndpoint: optional(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    httpUrl,
    '`OTEL_EXPORTER_OTLP_ENDPOINT`',
    'endpoint for traces only',
  ),
  otelExporter: setting(
    'OTEL_TRACES_EXPORTER',
    choice(['otlp', 'none']),
    'otlp',
    '`none`: nothing is traced, even with an endpoint',
  ),
  otelSampler: setting(
    'OTEL_TRACES_SAMPLER',
    choice([...TRACE_ROOTS, ...TRACE_ROOTS.map((root) => `parentbased_${root}` as const)]),
    'parentbased_traceidratio',
    'which traces are recorded; `parentbased_`: a trace that a caller began is recorded if the caller records it',
  ),
  otelShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    share,
    '1',
    'share of traces that are recorded, with a sampler whose name ends in `traceidratio`',
  ),
};

const others = {
  persistedDocuments: optional(
    'PERSISTED_DOCUMENTS',
    text,
    'the examples in sandbox mode, otherwise none',
    'file of persisted documents, which clients send by id',
  ),
  persistedDocumentsOnly: setting(
    'PERSISTED_DOCUMENTS_ONLY',
    flag,
    'false',
    'refuses all documents that are not persisted',
  ),
  introspection: setting(
    'INTROSPECTION',
    choice(Object.values(Introspection)),
    Introspection.ON,
    'who may introspect the schema, and get `/schema.graphql`: all callers (`on`), callers with a token (`authenticated`), or none (`off`)',
  ),
  alphanumericCnpj: setting('ALPHANUMERIC_CNPJ', flag, 'false', 'accepts CNPJs with letters, issued since July 2026'),
  analysisSeconds: setting(
    'ANALYSIS_SECONDS',
    seconds({ min: 0, max: 3_600 }),
    { sandbox: '2', elsewhere: '0' },
    'duration of an analysis in the sandbox; otherwise the delay before a decision is first requested',
  ),
};

/** All settings. The configuration, `--help` and docs/settings.md are derived from them. */
export const settings = {
  ...serving,
  ...storageSettings,
  ...databaseSettings,
  ...tokenSettings,
  ...webhooks,
  ...codes,
  ...providerSettings,
  ...limitSettings,
  ...watching,
  ...others,
};

/** The same settings, grouped under headings. */
export const settingGroups = {
  Serving: serving,
  Storage: { ...storageSettings, ...databaseSettings },
  Tokens: tokenSettings,
  Webhooks: webhooks,
  'One-time codes': codes,
  Provider: providerSettings,
  Limits: limitSettings,
  'Logs and traces': watching,
  'Schema and documents': others,
};
