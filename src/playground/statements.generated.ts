// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
declare module '../platform/statements/statement.ts' {
  interface StatementTypes {
    open_partner_epoch: {
      readonly row: { readonly epoch: number; readonly position: string };
      readonly given: readonly [string | null];
    };
  }
}
