// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
declare module '../platform/statements/statement.ts' {
  interface StatementTypes {
    identify_database: { readonly row: { readonly identity: string }; readonly given: readonly [] };
    reach_database: { readonly row: { readonly '?column?': number }; readonly given: readonly [] };
  }
}
