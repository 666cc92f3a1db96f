import { readFileSync } from 'node:fs';
import { checkServerIdentity, type ConnectionOptions as TlsOptions } from 'node:tls';
import { EnvironmentError } from '../environment-error.ts';
import { isLoopbackName } from '../http/host-check.ts';

/** How a connection is encrypted, by libpq's `sslmode`. Those that fall back to plain text are left out. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** Parameters of an address that are understood, as libpq has them; each other one is refused. */
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'application_name'];
const PORT_DEFAULT = 5432;
const APPLICATION_NAME = 'partner-banking-gateway';

/** A file that the address names cannot be read. */
class UnreadableCertificate extends EnvironmentError {}

/** What pg and MikroORM are given about a server. */
export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Undefined: pg looks for one in its own places. */
  readonly password: string | undefined;
  readonly database: string;
  readonly application_name: string;
  /** False: plain text. With options plain text is refused. */
  readonly ssl: TlsOptions | false;
}

/** What is wrong with the parameters of an address, as the end of a sentence; undefined: nothing. */
export function parameterProblem(address: string): string | undefined {
  const { searchParams } = new URL(address);
  for (const [name, value] of searchParams) {
    if (!PARAMETERS.includes(name)) return `has the parameter ${name}: only ${PARAMETERS.join(', ')} are understood`;
    if (searchParams.getAll(name).length > 1) return `has the parameter ${name} twice`;
    if (name === 'sslmode' && !isSslMode(value)) return `has sslmode=${value}: write one of ${SSL_MODES.join(', ')}`;
  }
  const [certificate, key] = [searchParams.has('sslcert'), searchParams.has('sslkey')];
  return certificate === key ? undefined : 'has one of sslcert and sslkey: write both';
}

function isSslMode(value: string): value is SslMode {
  return SSL_MODES.some((mode) => mode === value);
}

/**
 * Says in an address how it is encrypted, where it does not. What stays on this machine is plain; over a network a
 * certificate is demanded and checked, but in sandbox mode.
 */
export function withSslMode(address: string, sandbox: boolean): string {
  const url = new URL(address);
  if (url.searchParams.has('sslmode')) return address;
  const isNear = sandbox || url.hostname === '' || isLoopbackName(url.hostname) || url.hostname.startsWith('%2F');
  const mode: SslMode = isNear ? 'disable' : 'verify-full';
  return `${address}${url.search === '' ? '?' : '&'}sslmode=${mode}`;
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

/** As libpq does: `require` encrypts and trusts any server, unless there is an authority to check it with. */
function tlsOptions(parameters: URLSearchParams, host: string): TlsOptions | false {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (mode === 'disable') return false;
  const ca = fileOf(parameters, 'sslrootcert');
  const [cert, key] = [fileOf(parameters, 'sslcert'), fileOf(parameters, 'sslkey')];
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { cert, key }),
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    // Of an address pg tells Node no name, which would then compare with `localhost`.
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
