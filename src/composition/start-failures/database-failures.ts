import type { Failures } from './failures.ts';

const PORT_DEFAULT = '5432';

/** Why PostgreSQL cannot be used: codes of sockets, SQLSTATEs, and what the driver says without a code. */
const REMEDIES: Failures['remedies'] = [
  [/^ECONNREFUSED /, 'Start PostgreSQL there, or correct host and port.'],
  [/^ENOTFOUND /, 'Correct the name of the host.'],
  [/^EAI_AGAIN /, 'No name server answers: correct the name of the host, or try again when the network is there.'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT) /, 'Correct host and port, or see to the network.'],
  [/^(ENOENT|EACCES|ENOTSOCK) connect /, 'Start PostgreSQL there, or correct the folder of its socket.'],
  [
    / (Connection terminated due to connection timeout|timeout expired|timeout exceeded)/,
    'Nothing there speaks as PostgreSQL in time: correct host and port, or see to the network.',
  ],
  [
    /^ECONNRESET |^EPIPE | Connection terminated unexpectedly| received invalid response/,
    'What listens there does not speak as PostgreSQL: correct host and port.',
  ],
  [
    /^08P01 unsupported startup parameter/,
    'It is PgBouncer: name options, statement_timeout, lock_timeout and idle_in_transaction_session_timeout in its ignore_startup_parameters, and set them for the role, as deploy/OPERATIONS.md says.',
  ],
  [/^28P01 | client password must be /, 'Correct user and password.'],
  [/^28000 .*no encryption/, 'Add sslmode=verify-full to it, or let this user in without TLS by pg_hba.conf.'],
  [
    / The server does not support SSL connections/,
    'Give it a certificate, or allow plain text by sslmode=disable at the end of the address.',
  ],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+) /,
    'Name the authority that signed its certificate by sslrootcert=FILE, or trust any server by sslmode=require.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID /,
    'Call it by a name of its certificate, or leave the name unchecked by sslmode=verify-ca.',
  ],
  [/^28000 /, 'Correct the user, or let it in by pg_hba.conf.'],
  [/^3D000 /, 'Create the database, or correct its name.'],
  [/^42501 .*create database/, 'Create it by a login that may, or correct its name.'],
  [/^42501 /, 'Grant it to this login, or name one that owns the database.'],
  [/^42P07 /, 'It has tables of something else: name a database that only the gateway uses.'],
  [/^25006 /, 'It is a standby, or may only be read: name the primary.'],
  [/^53300 /, 'Lower DATABASE_POOL_SIZE of its processes, or raise max_connections or the limit of this role.'],
  [/^53100 /, 'Make room on its disk.'],
  [/^(58\w{3}|XX00[12]) /, 'Its files are damaged, or cannot be read: see to its disk, or restore it from a backup.'],
  [/^53200 /, 'Give it more memory.'],
  [/^55P03 /, 'Something else holds a lock on its tables: try again when that has ended.'],
  [/^57P/, 'It is starting or stopping: try again when it takes connections.'],
];

/** Failures of the PostgreSQL that `databaseUrl` names; nothing is shown of its password. */
export function databaseFailures(databaseUrl: string): Failures {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const server = `${hostname || 'localhost'}:${port || PORT_DEFAULT}`;
  return {
    subject: `The database "${pathname.slice(1)}" at ${server}, which DATABASE_URL names, cannot be used`,
    isHere: () => true,
    remedies: REMEDIES,
  };
}
