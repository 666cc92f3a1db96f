// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Instant = string | Date;
type Large = number | string;
type List = readonly (string | number | null)[];
declare module '../../platform/statements/statement.ts' {
  interface StatementTypes {
    ack_events: {
      readonly row: {
        readonly id: string;
        readonly name: string;
        readonly filter: string;
        readonly leaseSeconds: number;
        readonly position: string;
        readonly epoch: number;
        readonly givenAt: string | null;
        readonly worker: string | null;
        readonly leasedUntil: string | null;
        readonly sequence: string;
        readonly follow: string;
      };
      readonly given: readonly [
        string | null,
        string | null,
        string | null,
        Large | null,
        number | null,
        Instant | null,
      ];
    };
    find_ack_obstacle: {
      readonly row: { readonly isInLog: boolean | null; readonly isFound: boolean };
      readonly given: readonly [string | null, string | null, Large | null, number | null, Instant | null];
    };
    find_consumer_holders: {
      readonly row: {
        readonly id: string;
        readonly worker: string | null;
        readonly moves: number;
        readonly position: string;
      };
      readonly given: readonly [List | null];
    };
    find_consumer_obstacle: {
      readonly row: {
        readonly isBusy: boolean;
        readonly leasedUntil: string | null;
        readonly isExpired: boolean;
        readonly oldestSequence: string;
      };
      readonly given: readonly [string | null, string | null, string | null];
    };
    find_consumer_position_since: {
      readonly row: { readonly position: string; readonly epoch: number };
      readonly given: readonly [string | null, Instant | null];
    };
    find_event_consumers: {
      readonly row: {
        readonly id: string;
        readonly name: string;
        readonly filter: string;
        readonly leaseSeconds: number;
        readonly position: string;
        readonly epoch: number;
        readonly givenAt: string | null;
        readonly worker: string | null;
        readonly leasedUntil: string | null;
        readonly sequence: string;
        readonly follow: string;
      };
      readonly given: readonly [string | null, List | null];
    };
    free_consumer_lease: {
      readonly row: never;
      readonly given: readonly [string | null, string | null, string | null, Instant | null];
    };
    is_kept_after_position: {
      readonly row: { readonly isKept: boolean | null };
      readonly given: readonly [string | null, Large | null];
    };
    let_consumer_lease_lapse: {
      readonly row: never;
      readonly given: readonly [string | null, string | null, string | null, Instant | null];
    };
    lock_event_consumers: {
      readonly row: { readonly pg_advisory_xact_lock: string | null };
      readonly given: readonly [string | null];
    };
    pass_unwanted_events: {
      readonly row: {
        readonly id: string;
        readonly name: string;
        readonly filter: string;
        readonly leaseSeconds: number;
        readonly position: string;
        readonly epoch: number;
        readonly givenAt: string | null;
        readonly worker: string | null;
        readonly leasedUntil: string | null;
        readonly sequence: string;
        readonly follow: string;
      };
      readonly given: readonly [string | null, Large | null, string | null, string | null, number | null, Large | null];
    };
    renew_consumer_lease: {
      readonly row: { readonly position: string; readonly leasedUntil: string };
      readonly given: readonly [string | null, string | null, string | null, number | null];
    };
    take_consumer_lease: {
      readonly row: {
        readonly id: string;
        readonly name: string;
        readonly filter: string;
        readonly leaseSeconds: number;
        readonly position: string;
        readonly epoch: number;
        readonly givenAt: string | null;
        readonly worker: string;
        readonly leasedUntil: string;
        readonly sequence: string;
        readonly follow: string;
        readonly moves: number;
        readonly head: string;
        readonly logHead: number;
        readonly isAtEnd: boolean;
      };
      readonly given: readonly [string | null, string | null, string | null, number | null, boolean | null];
    };
  }
}
