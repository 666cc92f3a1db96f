// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Instant = string | Date;
type Large = number | string;
type List = readonly (string | number | null)[];
declare module '../../platform/statements/statement.ts' {
  interface StatementTypes {
    book_cleared: {
      readonly row: never;
      readonly given: readonly [List | null, string | null, string | null, string | null, Large | null, Instant | null];
    };
    book_held: {
      readonly row: never;
      readonly given: readonly [List | null, string, string | null, string, Large, Instant | null];
    };
    book_moved: {
      readonly row: never;
      readonly given: readonly [
        List | null,
        string,
        string | null,
        string | null,
        Large,
        Instant | null,
        string,
        string | null,
      ];
    };
    book_received: {
      readonly row: never;
      readonly given: readonly [List | null, string, string | null, string, Large, Instant | null];
    };
    claim_cash_in_clearings: {
      readonly row: { readonly cashInId: string; readonly partnerId: string };
      readonly given: readonly [Instant | null, Instant | null, Large | null];
    };
    count_ledger_violations: {
      readonly row: { readonly state: 'found'; readonly value: number };
      readonly given: readonly [];
    };
    find_ledger_balances: { readonly row: { readonly available: string; readonly hold: string } };
    find_ledger_violations: { readonly row: { readonly text: string }; readonly given: readonly [Large | null] };
    find_movement_facts: { readonly row: { readonly ofAccount: string; readonly ofPocket: string } };
    find_pocket_transactions: { readonly row: { readonly amount: string } };
    find_recent_ledger_violations: {
      readonly row: { readonly text: string };
      readonly given: readonly [Large | null, Instant | null];
    };
    find_statement_entries: {
      readonly row: { readonly amount: string; readonly sequence: string | null; readonly balanceAfter: string | null };
    };
    lock_account_of_cash_in: { readonly row: { readonly amount: string } };
  }
}
