import type { Failures } from './failures.ts';

const PORT_DEFAULT = '5432';

/** Remedies by the error of PostgreSQL: socket codes, SQLSTATEs, and messages of the driver without a code. */
const REMEDIES: Failures['remedies'] = [
  [/^ECONNREFUSED /, 'Start PostgreSQL there, or correct the host and port.'],
  [/^ENOTFOUND /, 'Correct the host name.'],
  [/^EAI_AGAIN /, 'No DNS server responds: correct the host name, or check the network and try again.'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT) /, 'Correct the host and port, or check the network.'],
  [/^(ENOENT|EACCES|ENOTSOCK) connect /, 'Start PostgreSQL there, or correct the folder of its Unix socket.'],
  [
    / (Connection terminated due to connection timeout|timeout expired|timeout exceeded)/,
    'No PostgreSQL responds there in time: correct the host and port, or check the network.',
  ],
  [
    /^ECONNRESET |^EPIPE | Connection terminated unexpectedly| received invalid response/,
    'The server there is not a PostgreSQL: correct the host and port.',
  ],
  [
    /^08P01 unsupported startup parameter/,
    'It is a PgBouncer: add options, statement_timeout, lock_timeout and idle_in_transaction_session_timeout to its ignore_startup_parameters, and set them for the role, as in deploy/OPERATIONS.md.',
  ],
  [
    / bouncer config error|^08P01 no such database/,
    'A PgBouncer there does not know the database: correct its name, or add it to the [databases] of PgBouncer.',
  ],
  [/^28P01 | client password must be /, 'Correct the user and password.'],
  [/^28000 .*no encryption/, 'Add sslmode=verify-full to the URL, or allow this user without TLS in pg_hba.conf.'],
  [
    / The server does not support SSL connections/,
    'Enable TLS on the server, or allow plain text by adding sslmode=disable to the URL.',
  ],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+) /,
    'Set sslrootcert=FILE to the authority that signed its certificate, or trust any server with sslmode=require.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID /,
    'Use a host name that its certificate covers, or skip the check of the name with sslmode=verify-ca.',
  ],
  [/^28000 /, 'Correct the user, or allow it in pg_hba.conf.'],
  [/^3D000 /, 'Create the database, or correct its name.'],
  [/^42501 .*create database/, 'Create it with a login that has the privilege, or correct its name.'],
  [/^42501 /, 'Grant this login the privilege, or use the login that owns the database.'],
  [/^42P07 /, 'It contains tables of another program: use a database of its own for the gateway.'],
  [/^25006 /, 'It is a standby or read-only: use the primary.'],
  [
    /^53300 /,
    'Lower DATABASE_POOL_SIZE of the processes, or raise max_connections or the connection limit of this role.',
  ],
  [/^53100 /, 'Free space on its disk.'],
  [/^(58\w{3}|XX00[12]) /, 'Its files are damaged or unreadable: check its disk, or restore it from a backup.'],
  [/^53200 /, 'Give it more memory.'],
  [/^40P01 /, 'Other sessions use its tables without a pause: try again at a quiet time.'],
  [/^55P03 /, 'Another session holds a lock on its tables: try again when it is released.'],
  [/^57P/, 'It is starting or stopping: try again when it accepts connections.'],
];

/**
 * Returns the possible failures of the PostgreSQL at `databaseUrl`, whose password is not shown.
 * @param setting the name of the setting that has this URL
 */
export function databaseFailures(databaseUrl: string, setting = 'DATABASE_URL'): Failures {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const server = `${hostname || 'localhost'}:${port || PORT_DEFAULT}`;
  return {
    subject: `The database "${pathname.slice(1)}" at ${server}, which ${setting} names, cannot be used`,
    isHere: () => true,
    remedies: REMEDIES,
  };
}
