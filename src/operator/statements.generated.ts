// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Large = number | string;
declare module '../platform/statements/statement.ts' {
  interface StatementTypes {
    find_partner_ids: { readonly row: { readonly id: string }; readonly given: readonly [Large | null] };
    try_database: { readonly row: { readonly '?column?': number }; readonly given: readonly [] };
  }
}
