import * as v from 'valibot';
import type { AdminAddress } from '../platform/http/admin-server.ts';
import { isLoopbackName } from '../platform/loopback-name.ts';
import type { TlsFiles } from '../platform/http/tls-files.ts';
import {
  escapeProblem,
  flag,
  headerPrefix,
  integer,
  listOf,
  origin,
  portProblem,
  problem,
  text,
  urlWithout,
} from '../platform/settings/kinds.ts';
import { optional, setting, settingGroup, type Reading, type Values } from '../platform/settings/setting.ts';
import { natsUrlProblem } from '../platform/wake-ups/nats-url.ts';
import { sandbox } from './reading.ts';

const PORT = integer({ min: 0, max: 65_535 });

/** A URL of NATS servers. It can contain a password, which is never shown. */
const natsUrl = v.pipe(
  v.string(),
  problem((value) => {
    const addresses = value.split(',');
    if (!addresses.every((address) => ['nats:', 'tls:'].includes(URL.parse(address)?.protocol ?? '')))
      return 'is not a NATS URL: write nats://host:4222, or tls://host:4222';
    return addresses.map(portProblem).find(Boolean) ?? escapeProblem(value) ?? natsUrlProblem(value);
  }),
  v.description('nats://host:4222, or several separated by commas'),
);

const PAGES = ['console', 'docs', 'explorer'] as const;
const pages = v.pipe(
  listOf(v.picklist([...PAGES, 'none']), `${PAGES.join(', ')}, separated by commas, or none`),
  v.transform((names) => names.filter((name) => name !== 'none')),
);

const settings = {
  port: setting('PORT', PORT, '4000', 'port to listen on; 0 for any free port'),
  host: setting('HOST', text, { sandbox: '127.0.0.1', elsewhere: '0.0.0.0' }, 'address to listen on'),
  adminPort: optional(
    'ADMIN_PORT',
    PORT,
    '`9464`, or any free port if that is taken',
    'port of metrics and health; gauges read from the database are cached for five seconds',
  ),
  adminHost: setting('ADMIN_HOST', text, '127.0.0.1', 'address of metrics and health'),
  publicUrl: optional(
    'PUBLIC_URL',
    urlWithout(['?', '#']),
    '`http://localhost:PORT`',
    'base URL of links and of the sandbox issuer',
  ),
  certificate: optional(
    'TLS_CERT_FILE',
    text,
    'plain HTTP, behind a proxy that terminates TLS',
    'certificate chain of the gateway, as PEM. `PORT` then serves TLS, and asks clients for an optional certificate',
  ),
  key: optional('TLS_KEY_FILE', text, 'plain HTTP', 'private key of `TLS_CERT_FILE`, as PEM'),
  clientAuthorities: optional(
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
    listOf(v.picklist(['api', 'worker']), 'api, worker, or both separated by a comma'),
    'api,worker',
    'roles of the process: `api` serves GraphQL; `worker` relays events, delivers webhooks and cleans up. Run any number of each',
  ),
  rest: setting('REST', flag, 'true', 'serves the REST paths of the partner API, and `/openapi.json`'),
  restHeaderPrefix: setting(
    'REST_HEADER_PREFIX',
    headerPrefix,
    'x-svc-',
    "prefix of the partner API's own headers, such as `x-svc-user-id`, in requests of clients; `x-svc-` is always accepted",
  ),
  pages: setting(
    'PAGES',
    pages,
    { sandbox: PAGES.join(','), elsewhere: 'console,docs' },
    'pages for browsers: `console` at `/console`, `docs` at `/docs`, `explorer` at `/`; in sandbox mode that has examples and `/sandbox`',
  ),
  sandbox,
  natsUrl: optional(
    'NATS_URL',
    natsUrl,
    'wake-ups by the database',
    'NATS servers for wake-ups between instances. `tls://` requires TLS; so does any remote server outside sandbox mode',
  ),
};

/** What the process serves, where, and who can call it. */
export const serving = settingGroup('Serving', settings, (values, reading) => {
  const { port, host, rest, restHeaderPrefix, natsUrl } = values;
  const publicUrl = values.publicUrl?.replace(/\/+$/, '');
  return {
    ...{ port, host, rest, restHeaderPrefix, natsUrl, publicUrl },
    admin: adminAddress(values, reading),
    isReachable: ![host, publicUrl === undefined ? host : new URL(publicUrl).hostname].every(isLoopbackName),
    tls: tlsFiles(values, reading),
    corsOrigins: values.corsOrigins ?? [],
    roles: new Set(values.roles),
    pages: new Set(values.pages),
    sandbox: reading.isSandbox,
  };
});

/** If the main port is any free port (0), so is that of metrics by default. */
function adminAddress({ port, adminPort, adminHost }: Values<typeof settings>, { refuse }: Reading): AdminAddress {
  if (adminPort === port && port > 0)
    refuse('ADMIN_PORT', `is ${port}, the same as PORT: write another port for metrics and health`, ['PORT']);
  return { port: adminPort ?? (port === 0 ? 0 : undefined), host: adminHost };
}

function tlsFiles(
  { certificate, key, clientAuthorities }: Values<typeof settings>,
  { refuse }: Reading,
): TlsFiles | undefined {
  if (certificate !== undefined && key !== undefined) return { certificate, key, clientAuthorities };
  if (certificate ?? key ?? clientAuthorities)
    refuse(
      certificate === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE',
      'is missing: TLS needs both a certificate and its key',
    );
  return undefined;
}
