import { errorCode } from '../error-code.ts';

/** SQLSTATEs that mean "try again": serialization_failure and deadlock_detected. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);

/** read_only_sql_transaction: a standby that is becoming the primary, or that was the primary until a failover. */
export const READ_ONLY = '25006';

/** Checks whether the same transaction may succeed if it is simply run again. */
export function isTransient(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && RETRYABLE_STATES.has(state);
}

/**
 * Checks whether the database could not be reached or failed midway: it is out of reach, a lock (55P03) or a statement
 * (57014) took too long, or races were lost again and again. The same request may succeed a moment later.
 */
export function isOutage(error: unknown): boolean {
  return isOutOfReach(error) || isTransient(error) || isLockTimeout(error) || /^57/.test(sqlState(error) ?? '');
}

/**
 * Checks whether the database cannot be reached or is out of resources for all callers, so that the statement is not at
 * fault: connection exceptions (08), insufficient resources (53), a standby (25006), a server that stops or starts
 * (57P), a broken socket, a refused login.
 */
export function isOutOfReach(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return /^(08|53|57P)/.test(state) || state === READ_ONLY || SOCKET_FAILURE.test(state) || REFUSED_LOGIN.test(state);
}

/**
 * Checks whether a new connection was refused as it was set up: by a changed password, a login or a database that is
 * locked or gone, or an untrusted certificate. An operator must correct it, or is about to.
 */
export function isRefusedLogin(error: unknown): boolean {
  return REFUSED_LOGIN.test(sqlState(error) ?? '');
}

/**
 * Checks whether the database reported the failure itself, so that the transaction was rolled back. After any other, such
 * as one of the socket or of TLS, it may have been committed: nothing may be done again.
 */
export function wasRolledBack(error: unknown): boolean {
  return SQLSTATE.test(sqlState(error) ?? '') && !isOutOfReach(error);
}

/** Codes of Node have no digit, or are longer. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** Checks whether a lock was not granted in time: lock_not_available. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** Checks whether a unique constraint of this name was violated. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return sqlState(error) === '23505' && violated(error) === constraint;
}

/** Checks whether a text could not be read as a value of its type. */
export function isUnreadableText(error: unknown): boolean {
  return sqlState(error) === '22P02';
}

/** Checks whether a table has no partition for a row: reported as the violation of a check, but of none by name. */
export function lacksPartition(error: unknown): boolean {
  return sqlState(error) === '23514' && violated(error) === undefined;
}

/** Returns the name of the violated constraint. */
function violated(error: unknown): unknown {
  return error instanceof Object && 'constraint' in error ? error.constraint : undefined;
}

/**
 * Checks whether the database does not accept a value that it was given: data exceptions (22), constraints (23), or an
 * index entry that is too large (54).
 */
export function isUnstorable(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlState(error) ?? '');
}

/** Checks whether the database ended the session, or the connection was closed, while work was under way. */
export function wasCutOff(error: unknown): boolean {
  return /^(08|57P|ECONNRESET$|EPIPE$)/.test(sqlState(error) ?? '');
}

/**
 * Checks whether a database could not be created because another process has just created it: duplicate_database, or a
 * unique violation in the catalogue if both did so at the same time.
 */
export function wasMadeMeanwhile(error: unknown): boolean {
  const state = sqlState(error);
  return state === '42P04' || (state === '23505' && error instanceof Error && error.message.includes(DATABASE_NAMES));
}

/** The unique index on names of databases. */
const DATABASE_NAMES = 'pg_database_datname_index';

/** Error codes of a socket to the database that broke or could not be opened. */
const SOCKET_FAILURE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/**
 * SQLSTATEs of a refused login (28), of a missing database (3D000), and of one that accepts no connections (55000); codes
 * of Node for certificates. No statement of the product ends with one of these.
 */
const REFUSED_LOGIN =
  /^(28\w{3}|3D000|55000|CERT_\w+|ERR_TLS_CERT_\w+|ERR_SSL_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;

/** Messages of the driver, without a code, for a connection that broke or could not be opened. */
const BROKEN_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|not queryable|Connection ended/;

/** Returns the SQLSTATE of a database error or the code of a socket error, also from wrapped causes. */
export function sqlState(error: unknown): string | undefined {
  const code = errorCode(error);
  if (code !== undefined || !(error instanceof Error)) return code;
  return BROKEN_CONNECTION.test(error.message) ? '08006' : sqlState(error.cause);
}
