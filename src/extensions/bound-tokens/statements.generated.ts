// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Instant = string | Date;
type Large = number | string;
declare module '../../platform/statements/statement.ts' {
  interface StatementTypes {
    forget_spent_proofs: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
  }
}
