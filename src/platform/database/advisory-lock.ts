/**
 * Returns an expression that locks `name` together with the values of the text parameters, such as `$1`, until the end
 * of the transaction, for all processes on the database.
 */
export function advisoryLock(name: string, ...parameters: readonly string[]): string {
  const texts = parameters.map((parameter) => `${parameter}::text`).join(', ');
  return `pg_advisory_xact_lock(hashtextextended(concat_ws(' ', '${name}', ${texts}), 0))::text`;
}
