import { Introspection } from '../platform/graphql/operations/introspection.ts';
import {
  addressRanges,
  bearerToken,
  choice,
  flag,
  httpUrl,
  integer,
  listOf,
  natsUrl,
  origin,
  seconds,
  share,
  someOf,
  text,
} from './kinds.ts';
import { limitSettings } from './limit-settings.ts';
import { providerSettings } from './provider-settings.ts';
import { optional, setting } from './setting.ts';
import { databaseSettings, storageSettings } from './storage-settings.ts';
import { tokenSettings } from './token-settings.ts';

const PORTS = { min: 0, max: 65_535 };
const SECONDS_PER_DAY = 86_400;
const RETRY_SECONDS = '5,30,120,600,1800,3600,7200,14400,28800,57600,86400';

const serving = {
  port: setting('PORT', integer(PORTS), '4000', 'the port that it listens on; 0 for any free one'),
  host: setting('HOST', text, { sandbox: '127.0.0.1', elsewhere: '0.0.0.0' }, 'the address that it listens on'),
  adminPort: optional(
    'ADMIN_PORT',
    integer(PORTS),
    '`9464`, or any free port if taken',
    'where metrics and health are served; readings of the database are told again for five seconds',
  ),
  adminHost: setting('ADMIN_HOST', text, '127.0.0.1', 'the address that these are served on'),
  publicUrl: optional('PUBLIC_URL', httpUrl, '`http://localhost:PORT`', 'base of links and of the sandbox issuer'),
  tlsCertificate: optional(
    'TLS_CERT_FILE',
    text,
    'plain HTTP, behind a proxy that ends TLS',
    'certificate of the gateway and those between it and an authority, as PEM: PORT then speaks TLS, and asks clients for a certificate that they may leave out',
  ),
  tlsKey: optional('TLS_KEY_FILE', text, 'plain HTTP', 'its private key, as PEM'),
  tlsClientAuthorities: optional(
    'TLS_CLIENT_CA_FILE',
    text,
    'any certificate whose key the client has: a token names the one that it is bound to',
    'authorities, as PEM, one of which has to have signed the certificate of a client',
  ),
  corsOrigins: optional(
    'CORS_ORIGINS',
    listOf(origin),
    'none',
    'pages that may call from a browser, over HTTP and WebSocket, besides its own and Apollo Sandbox; in sandbox mode those of this machine too',
  ),
  roles: setting(
    'ROLES',
    someOf(['api', 'worker'], 'api, worker or both, with a comma between'),
    'api,worker',
    '`api` serves GraphQL; `worker` relays events, delivers webhooks and cleans up; any number of either',
  ),
  rest: setting('REST', flag, 'true', "the partner API's own paths beside `/graphql`, and `/openapi.json`"),
  sandbox: optional(
    'SANDBOX',
    flag,
    'true without `DATABASE_URL` on an address of this machine, else false',
    'token endpoint, seeded world, `simulateCashIn`, one-time codes in answers, webhooks to http and private addresses; where other machines reach it clients have random secrets, which the start prints',
  ),
  natsUrl: optional(
    'NATS_URL',
    natsUrl,
    'wake-ups through the database',
    'how instances wake each other: a NATS server, or those of a cluster; `tls://` demands TLS, as does another machine outside sandbox mode',
  ),
};

const webhooks = {
  retrySeconds: setting(
    'WEBHOOK_RETRY_SECONDS',
    listOf(seconds({ min: 0, max: 7 * SECONDS_PER_DAY })),
    RETRY_SECONDS,
    'gaps between tries',
  ),
  timeoutSeconds: setting('WEBHOOK_TIMEOUT_SECONDS', seconds({ min: 0.1, max: 60 }), '10', 'timeout of one call'),
  breakerFailures: setting(
    'WEBHOOK_BREAKER_FAILURES',
    integer({ min: 1, max: 1_000 }),
    '5',
    'faults in a row that open a breaker',
  ),
  breakerSeconds: setting(
    'WEBHOOK_BREAKER_SECONDS',
    seconds({ min: 0.1, max: SECONDS_PER_DAY }),
    '30',
    'first rest of an open breaker',
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
    'where one-time codes are posted outside sandbox mode; https, and public or in `WEBHOOK_ALLOW_CIDRS`',
  ),
  totpSenderToken: optional('TOTP_SENDER_TOKEN', bearerToken, 'none', 'bearer token for it'),
};

const watching = {
  logLevel: setting(
    'LOG_LEVEL',
    choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'level of the log',
  ),
  otelEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl,
    'nothing is traced',
    "where traces go, as OTLP over HTTP; OpenTelemetry's other `OTEL_*` are understood too",
  ),
  otelTracesEndpoint: optional(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    httpUrl,
    '`OTEL_EXPORTER_OTLP_ENDPOINT`',
    'the same for traces only',
  ),
  otelShare: setting('OTEL_TRACES_SAMPLER_ARG', share, '1', 'part of the traces that are kept'),
};

const others = {
  persistedDocuments: optional(
    'PERSISTED_DOCUMENTS',
    text,
    'in sandbox mode the examples, else none',
    'a manifest of documents that may be asked for by id',
  ),
  persistedDocumentsOnly: setting('PERSISTED_DOCUMENTS_ONLY', flag, 'false', 'refuses all other documents'),
  introspection: setting(
    'INTROSPECTION',
    choice(Object.values(Introspection)),
    Introspection.ON,
    'who may ask for the schema: `on` everybody, `authenticated` whoever has a token, `off` nobody, `/schema.graphql` included',
  ),
  alphanumericCnpj: setting('ALPHANUMERIC_CNPJ', flag, 'false', 'accepts CNPJs with letters, issued since July 2026'),
  analysisSeconds: setting(
    'ANALYSIS_SECONDS',
    seconds({ min: 0, max: 3_600 }),
    { sandbox: '2', elsewhere: '0' },
    'how long the sandbox analyses a registration; elsewhere after how long a decision is first asked for',
  ),
};

/** Every setting there is: what is read, `--help` and docs/settings.md are made from it. */
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

/** The same under headings. */
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
