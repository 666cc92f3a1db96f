/** Returns the `code` of an error of Node, PostgreSQL or a library, such as `ENOENT` or `23505`, or undefined. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
