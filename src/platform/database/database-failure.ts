/** PostgreSQL's words for "try again": serialization_failure and deadlock_detected. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);

/** Whether the same transaction may succeed when it is simply run again. */
export function isTransient(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && RETRYABLE_STATES.has(state);
}

/**
 * Whether the database could not be reached or gave up in the middle: connection exceptions (08), operator
 * intervention (57), insufficient resources (53), lock timeout (55P03), statement timeout (57014), or a broken socket.
 */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return false;
  if (/^(08|53|57)/.test(state) || state === '55P03') return true;
  return /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/.test(state);
}

/** Whether a unique constraint of this name was violated. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    sqlState(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === constraint
  );
}

/** SQLSTATE of a database error or the code of a socket error; wrapped causes are looked through. */
function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (
    /Connection terminated|timeout exceeded when trying to connect|Client was closed|not queryable/.test(error.message)
  )
    return '08006';
  return sqlState(error.cause);
}
