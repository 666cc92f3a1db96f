import { readFileSync } from 'node:fs';
import { checkServerIdentity, type ConnectionOptions as TlsOptions } from 'node:tls';
import { EnvironmentError } from '../environment-error.ts';
import { isLoopbackName } from '../loopback-name.ts';

/** How a connection is encrypted: libpq's `sslmode`, without the modes that fall back to plain text. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** Parameters that an address may have, as in libpq; any other is refused. */
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'application_name'];
const PORT_DEFAULT = 5432;
const APPLICATION_NAME = 'partner-banking-gateway';

/** A file that the address names cannot be read. */
class UnreadableCertificate extends EnvironmentError {}

/** Options of pg and MikroORM for a server. */
export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Undefined: pg looks for one in its usual places. */
  readonly password: string | undefined;
  readonly database: string;
  readonly application_name: string;
  /** False: plain text. With options, plain text is refused. */
  readonly ssl: TlsOptions | false;
}

/** Returns what is wrong with the parameters of an address, as the end of a sentence; undefined if nothing is. */
export function parameterProblem(address: string): string | undefined {
  const { searchParams } = new URL(address);
  for (const [name, value] of searchParams) {
    if (!PARAMETERS.includes(name)) return `has the parameter ${name}: only ${PARAMETERS.join(', ')} are supported`;
    if (searchParams.getAll(name).length > 1) return `has the parameter ${name} twice`;
    if (name === 'sslmode' && !isSslMode(value)) return `has sslmode=${value}: write one of ${SSL_MODES.join(', ')}`;
  }
  const [certificate, key] = [searchParams.has('sslcert'), searchParams.has('sslkey')];
  return certificate === key ? undefined : 'has only one of sslcert and sslkey: write both';
}

function isSslMode(value: string): value is SslMode {
  return SSL_MODES.some((mode) => mode === value);
}

/**
 * Adds an `sslmode` to an address that has none. Connections within this machine are plain text; over a network a
 * certificate is required and verified, except in sandbox mode.
 */
export function withSslMode(address: string, sandbox: boolean): string {
  const url = new URL(address);
  if (url.searchParams.has('sslmode')) return address;
  const isNear = sandbox || url.hostname === '' || isLoopbackName(url.hostname) || url.hostname.startsWith('%2F');
  const mode: SslMode = isNear ? 'disable' : 'verify-full';
  url.searchParams.set('sslmode', mode);
  return url.href;
}

/** @throws UnreadableCertificate */
export function connectionOptions(address: string): ConnectionOptions {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  const host = decodeURIComponent(hostname).replace(/^\[|\]$/g, '') || 'localhost';
  return {
    host,
    port: port === '' ? PORT_DEFAULT : Number(port),
    user: decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    application_name: searchParams.get('application_name') ?? APPLICATION_NAME,
    ssl: tlsOptions(searchParams, host),
  };
}

/** As in libpq, `require` encrypts and trusts any server, unless there is a certificate authority to verify it with. */
function tlsOptions(parameters: URLSearchParams, host: string): TlsOptions | false {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (mode === 'disable') return false;
  const ca = fileOf(parameters, 'sslrootcert');
  const [cert, key] = [fileOf(parameters, 'sslcert'), fileOf(parameters, 'sslkey')];
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { cert, key }),
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    // For an IP address, pg passes no name to Node, which would then compare with `localhost`.
    checkServerIdentity: (_name, certificate) =>
      mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
  };
}

function fileOf(parameters: URLSearchParams, name: string): string | undefined {
  const file = parameters.get(name);
  if (file === null) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UnreadableCertificate(`The file ${file}, which ${name} of DATABASE_URL names, cannot be read.`, {
      cause,
    });
  }
}
