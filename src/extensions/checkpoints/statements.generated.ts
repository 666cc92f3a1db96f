// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Instant = string | Date;
type Large = number | string;
type List = readonly (string | number | null)[];
declare module '../../platform/statements/statement.ts' {
  interface StatementTypes {
    find_company_keys_to_sign: {
      readonly row: { readonly id: string; readonly companyKey: string };
      readonly given: readonly [List | null];
    };
    find_event_chains: {
      readonly row: {
        readonly partnerId: string;
        readonly hash: string;
        readonly formerHash: string;
        readonly fromSequence: string | null;
        readonly toSequence: string;
        readonly toPosition: string;
        readonly events: number;
        readonly openedAt: string | null;
      };
      readonly given: readonly [List | null, Instant | null, Large | null];
    };
    find_events_to_chain: {
      readonly row: {
        readonly logPosition: string;
        readonly partnerId: string;
        readonly position: string;
        readonly sequence: string;
        readonly id: string;
        readonly bodyHash: string;
      };
      readonly given: readonly [Large | null, Large | null];
    };
    forget_old_event_checkpoints: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
    lock_event_chain_head: { readonly row: { readonly position: string }; readonly given: readonly [] };
    move_event_chain_head: { readonly row: never; readonly given: readonly [Large] };
    store_event_chains: {
      readonly row: never;
      readonly given: readonly [
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
      ];
    };
    store_event_checkpoints: {
      readonly row: never;
      readonly given: readonly [
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
      ];
    };
  }
}
