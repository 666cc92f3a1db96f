import { errorCode } from '../error-code.ts';

/** PostgreSQL's words for "try again": serialization_failure and deadlock_detected. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);

/** read_only_sql_transaction: a standby that is becoming the primary, or was it until a failover. */
export const READ_ONLY = '25006';

/** Whether the same transaction may succeed when it is simply run again. */
export function isTransient(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && RETRYABLE_STATES.has(state);
}

/**
 * Whether the database could not be reached or gave up in the middle: connection exceptions (08), operator
 * intervention (57), insufficient resources (53), a standby (25006), lock timeout (55P03), statement timeout (57014), a broken socket, or
 * races that were lost again and again. The same request may succeed a moment later.
 */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return false;
  if (/^(08|53|57)/.test(state) || state === '55P03' || state === READ_ONLY || RETRYABLE_STATES.has(state)) return true;
  return SOCKET_FAILURE.test(state);
}

/**
 * Whether the database cannot be reached or has no room for anybody, which is not the fault of what was asked of it: connection
 * exceptions (08), insufficient resources (53), a standby (25006), a server that ends or starts (57P), a broken socket.
 */
export function isOutOfReach(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && (/^(08|53|57P)/.test(state) || state === READ_ONLY || SOCKET_FAILURE.test(state));
}

/** Whether a unique constraint of this name was violated. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const violated: unknown = error instanceof Object && 'constraint' in error ? error.constraint : undefined;
  return sqlState(error) === '23505' && violated === constraint;
}

/** Whether the database ended the session, or the connection broke, while work was under way. */
export function wasCutOff(error: unknown): boolean {
  return /^(08|57P)/.test(sqlState(error) ?? '');
}

/**
 * Whether a database could not be made because another process has just made it: duplicate_database, or from its
 * catalogue a unique violation, when both were at it.
 */
export function wasMadeMeanwhile(error: unknown): boolean {
  const state = sqlState(error);
  return state === '42P04' || (state === '23505' && error instanceof Error && error.message.includes(DATABASE_NAMES));
}

/** The unique index over names of databases. */
const DATABASE_NAMES = 'pg_database_datname_index';

/** Codes of a socket to the database that broke or could not be had. */
const SOCKET_FAILURE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/** What the driver says, without a code, of a connection that broke or could not be had. */
const BROKEN_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|not queryable|Connection ended/;

/** SQLSTATE of a database error or the code of a socket error; wrapped causes are looked through. */
export function sqlState(error: unknown): string | undefined {
  const code = errorCode(error);
  if (code !== undefined || !(error instanceof Error)) return code;
  return BROKEN_CONNECTION.test(error.message) ? '08006' : sqlState(error.cause);
}
