// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Instant = string | Date;
type Large = number | string;
declare module '../platform/statements/statement.ts' {
  interface StatementTypes {
    find_epoch_to_open: {
      readonly row: { readonly identity: string | null; readonly epoch: number };
      readonly given: readonly [number | null];
    };
    find_event_log_head: { readonly row: { readonly position: number }; readonly given: readonly [] };
    find_webhook_event_position: {
      readonly row: {
        readonly head: string;
        readonly logHead: number;
        readonly epoch: string;
        readonly capturedAt: string | null;
        readonly logPosition: number | null;
        readonly reach: string | null;
        readonly fork: string;
      };
      readonly given: readonly [string | null, Large | null, number | null];
    };
    forget_old_events: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
    lock_event_head: { readonly row: never; readonly given: readonly [] };
    number_oldest_events: {
      readonly row: { readonly moved: number; readonly hasMore: boolean };
      readonly given: readonly [Large | null];
    };
    read_relay_backlog: {
      readonly row: { readonly state: 'events' | 'oldest_seconds'; readonly value: number };
      readonly given: readonly [Instant | null];
    };
    webhook_events_behind: { readonly row: { readonly accountNumber: string | null } };
  }
}
