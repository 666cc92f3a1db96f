/**
 * An expression that takes a lock until the end of the transaction, for all processes on the database: of whatever `name`
 * and the values of the parameters, texts, name together.
 */
export function advisoryLock(name: string, ...parameters: readonly string[]): string {
  const texts = parameters.map((parameter) => `${parameter}::text`).join(', ');
  return `pg_advisory_xact_lock(hashtextextended(concat_ws(' ', '${name}', ${texts}), 0))::text`;
}
