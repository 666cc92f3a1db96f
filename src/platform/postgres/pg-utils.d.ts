/** What pg leaves to those who write queries of their own, and its types do not tell. */
declare module 'pg/lib/utils.js' {
  /** A value as the database reads it. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
