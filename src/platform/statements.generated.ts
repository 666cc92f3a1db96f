// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Instant = string | Date;
type Large = number | string;
type List = readonly (string | number | null)[];
declare module './statements/statement.ts' {
  interface StatementTypes {
    add_month: {
      readonly row: { readonly add_month: string | null };
      readonly given: readonly [string | null, string | null, string | null, string | null];
    };
    be_patient: { readonly row: { readonly set_config: string }; readonly given: readonly [] };
    count_retiring_months: {
      readonly row: { readonly state: 'detach' | 'drop'; readonly value: number };
      readonly given: readonly [];
    };
    detach_month: {
      readonly row: { readonly detach_month: string | null };
      readonly given: readonly [string | null, string | null];
    };
    drop_month: { readonly row: { readonly drop_month: string | null }; readonly given: readonly [string | null] };
    enter_tenant: { readonly row: never; readonly given: readonly [string | null] };
    exchange_lookups: {
      readonly row: {
        readonly person: string;
        readonly granted: number;
        readonly retryAfterSeconds: number;
        readonly mayComeBack: boolean;
      };
      readonly given: readonly [
        string,
        string,
        List | null,
        List | null,
        List | null,
        List | null,
        List | null,
        Large | null,
        number | null,
        Large | null,
      ];
    };
    exchange_socket_counts: {
      readonly row: { readonly partnerId: string; readonly sockets: number };
      readonly given: readonly [string, string | null];
    };
    find_audit_entries: {
      readonly row: {
        readonly at: string;
        readonly client: string | null;
        readonly mutation: string;
        readonly result: string;
        readonly subject: string | null;
        readonly count: number;
        readonly correlationId: string;
      };
      readonly given: readonly [
        string | null,
        Instant | null,
        Instant | null,
        string | null,
        string | null,
        string | null,
        Large | null,
      ];
    };
    find_audit_heads: {
      readonly row: { readonly partnerId: string; readonly position: string; readonly hash: string };
      readonly given: readonly [List | null];
    };
    find_due_work: { readonly row: { readonly inSeconds: readonly number[] }; readonly given: readonly [] };
    find_encoding: { readonly row: { readonly encoding: string }; readonly given: readonly [] };
    find_executed_migrations: { readonly row: { readonly name: string }; readonly given: readonly [] };
    find_lookup_budgets: {
      readonly row: {
        readonly name: string;
        readonly limit: number;
        readonly remaining: number;
        readonly resetSeconds: number;
      };
      readonly given: readonly [string | null, List | null, number | null, Large | null];
    };
    find_partner_ids: { readonly row: { readonly id: string }; readonly given: readonly [Large | null] };
    find_server_version: { readonly row: { readonly version: string | null }; readonly given: readonly [] };
    find_tenant_role: { readonly row: { readonly seesAll: boolean }; readonly given: readonly [string | null] };
    find_whether_owner: { readonly row: { readonly isOwner: boolean | null }; readonly given: readonly [] };
    forget_full_lookup_budgets: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Large | null];
    };
    forget_later_window: {
      readonly row: { readonly points: number; readonly expire: string | null };
      readonly given: readonly [string | null, Large | null];
    };
    forget_old_idempotency_keys: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
    limit_shared_waits: { readonly row: { readonly set_config: string }; readonly given: readonly [] };
    limit_wait_for_months: { readonly row: { readonly set_config: string }; readonly given: readonly [] };
    limit_wait_for_twin: { readonly row: { readonly set_config: string }; readonly given: readonly [] };
    list_partitions: { readonly row: { readonly name: string }; readonly given: readonly [string | null] };
    lock_lookup_budget: {
      readonly row: { readonly pg_advisory_xact_lock: string | null; readonly set_config: string };
      readonly given: readonly [string | null, string | null];
    };
    lock_partitions: {
      readonly row: { readonly pg_advisory_xact_lock: string | null };
      readonly given: readonly [Large | null];
    };
    notify_wake_up: { readonly row: { readonly pg_notify: string | null }; readonly given: readonly [string | null] };
    probe_session: { readonly row: never; readonly given: readonly [] };
    read_audit_backlog: {
      readonly row: { readonly state: 'entries' | 'oldest_seconds'; readonly value: number };
      readonly given: readonly [Instant | null];
    };
    read_audit_chain: {
      readonly row: {
        readonly id: string;
        readonly at: string;
        readonly partnerId: string;
        readonly client: string | null;
        readonly mutation: string;
        readonly result: string;
        readonly subject: string | null;
        readonly count: number;
        readonly correlationId: string;
        readonly position: string;
        readonly hash: string;
      };
      readonly given: readonly [string | null, Large | null, Large | null];
    };
    read_database_clock: { readonly row: { readonly ms: number }; readonly given: readonly [] };
    store_audit_entries: {
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
      ];
    };
    store_audit_heads: { readonly row: never; readonly given: readonly [List | null, List | null, List | null] };
    store_sealed_audit_entries: {
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
        List | null,
      ];
    };
    take_unsealed_audit_entries: {
      readonly row: {
        readonly id: string;
        readonly at: string;
        readonly partnerId: string;
        readonly client: string | null;
        readonly mutation: string;
        readonly result: string;
        readonly subject: string | null;
        readonly count: number;
        readonly correlationId: string;
      };
      readonly given: readonly [Large | null];
    };
    try_audit_sealing_lock: {
      readonly row: { readonly isTaken: boolean | null };
      readonly given: readonly [Large | null];
    };
    try_migration_lock: { readonly row: { readonly taken: boolean | null }; readonly given: readonly [Large | null] };
  }
}
