// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
declare module '../platform/statements/statement.ts' {
  interface StatementTypes {
    try_database: { readonly row: { readonly '?column?': number }; readonly given: readonly [] };
  }
}
