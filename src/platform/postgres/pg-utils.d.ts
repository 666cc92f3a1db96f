/** What pg provides for custom queries, missing from its types. */
declare module 'pg/lib/utils.js' {
  /** Converts a value to the form that the database reads. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
