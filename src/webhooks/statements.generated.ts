// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Instant = string | Date;
type Large = number | string;
type List = readonly (string | number | null)[];
type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';
type EventContext = 'POCKET' | 'CUSTOMER' | 'PIX' | 'TED' | 'OTHER' | 'ACCOUNT' | 'WEBHOOK';
type WebhookFormat = 'STANDARD' | 'CLOUDEVENTS' | 'ENVELOPES';
declare module '../platform/statements/statement.ts' {
  interface StatementTypes {
    abandon_orphaned_deliveries: { readonly row: never; readonly given: readonly [List | null, List | null] };
    capture_events_of_partner: {
      readonly row: { readonly captured: number; readonly hasMore: boolean; readonly commit: string };
      readonly given: readonly [Instant | null, string | null, number | null, string];
    };
    capture_waiting_events: {
      readonly row: {
        readonly captured: number;
        readonly large: readonly string[];
        readonly hasMore: boolean;
        readonly commit: string;
      };
      readonly given: readonly [Instant | null, string | null, number | null, List | null];
    };
    claim_due_deliveries: {
      readonly row: {
        readonly configurationId: string;
        readonly partnerId: string;
        readonly eventPosition: string;
        readonly messageId: string;
        readonly idempotencyKey: string;
        readonly leaseId: string;
        readonly sends: number;
        readonly tries: number;
        readonly eventName: string;
        readonly context: EventContext;
        readonly rawName: string | null;
        readonly rawContext: string | null;
        readonly body: string;
        readonly eventId: string;
        readonly entityId: string;
        readonly subjectId: string | null;
        readonly accountId: string | null;
        readonly correlationId: string;
        readonly occurredAt: string;
        readonly format: WebhookFormat;
        readonly sequence: string;
        readonly previousSequence: string | null;
        readonly captureMicroseconds: string;
        readonly uri: string;
        readonly publicKey: string;
        readonly secret: string;
        readonly previousSecret: string | null;
        readonly previousSecretUntil: string | null;
        readonly signsV1: boolean;
        readonly signsV1a: boolean;
        readonly signerIds: readonly string[];
      };
      readonly given: readonly [
        List | null,
        List | null,
        List | null,
        Instant | null,
        Large | null,
        string,
        Instant,
        List | null,
        List | null,
        List | null,
      ];
    };
    count_breakers: {
      readonly row: { readonly state: string; readonly value: number };
      readonly given: readonly [List | null];
    };
    count_deliveries: {
      readonly row: { readonly state: 'waiting' | 'under_way' | 'without_configuration'; readonly value: number };
      readonly given: readonly [];
    };
    count_events_to_capture: {
      readonly row: { readonly state: 'events' | 'partners'; readonly value: number };
      readonly given: readonly [];
    };
    count_messages: {
      readonly row: { readonly state: string; readonly value: number };
      readonly given: readonly [Instant | null];
    };
    count_messages_in_range: {
      readonly row: { readonly matched: number };
      readonly given: readonly [string | null, string | null, Large | null, Large | null];
    };
    disable_gone_configurations: {
      readonly row: never;
      readonly given: readonly [List | null, Instant | null, List | null];
    };
    find_call_counts: {
      readonly row: {
        readonly configurationId: string;
        readonly succeeded: boolean;
        readonly bucket: number;
        readonly calls: number;
      };
      readonly given: readonly [List | null, Instant | null, Instant | null];
    };
    find_delivery_without_month: {
      readonly row: { readonly id: string };
      readonly given: readonly [List | null, List | null];
    };
    find_message_change_fork: {
      readonly row: { readonly position: number; readonly stamp: string };
      readonly given: readonly [string | null, Large | null, Large | null];
    };
    find_message_change_head: { readonly row: { readonly position: number }; readonly given: readonly [] };
    find_message_change_position: {
      readonly row: {
        readonly head: number;
        readonly logHead: number;
        readonly logPosition: number | null;
        readonly stamp: string | null;
        readonly oldest: number | null;
      };
      readonly given: readonly [string | null, Large | null];
    };
    find_messages_by_id_or_key: {
      readonly row: { readonly id: string; readonly idempotencyKey: string };
      readonly given: readonly [string | null, List | null];
    };
    find_messages_in_range: {
      readonly row: { readonly id: string };
      readonly given: readonly [string | null, string | null, Large | null, Large | null];
    };
    find_partners_to_capture: { readonly row: { readonly partnerId: string }; readonly given: readonly [] };
    find_positions_of_range: {
      readonly row: { readonly reached: string; readonly end: string };
      readonly given: readonly [string | null, number | null, Large | null, number | null, Large | null];
    };
    find_public_keys: {
      readonly row: { readonly id: string; readonly publicKey: string };
      readonly given: readonly [string | null];
    };
    find_shown_breakers: {
      readonly row: {
        readonly configurationId: string;
        readonly state: BreakerState;
        readonly openedAt: string | null;
        readonly nextProbeAt: string | null;
        readonly lastFailure: string | null;
        readonly heldCount: number;
      };
      readonly given: readonly [List | null];
    };
    find_signing_key: {
      readonly row: {
        readonly id: string;
        readonly partnerId: string;
        readonly setId: string;
        readonly publicKey: string;
        readonly sealedKey: string;
        readonly publishedAt: string;
        readonly signsFrom: string | null;
        readonly signsUntil: string | null;
      };
      readonly given: readonly [string | null];
    };
    find_signing_keys: {
      readonly row: {
        readonly id: string;
        readonly partnerId: string;
        readonly setId: string;
        readonly publicKey: string;
        readonly sealedKey: string;
        readonly publishedAt: string;
        readonly signsFrom: string | null;
        readonly signsUntil: string | null;
      };
      readonly given: readonly [List | null];
    };
    find_unfinished_reprocessing: { readonly row: { readonly id: string }; readonly given: readonly [string | null] };
    find_webhook_attempts: {
      readonly row: {
        readonly messageId: string;
        readonly at: string;
        readonly httpStatus: number | null;
        readonly error: string | null;
        readonly elapsedHttpCallUs: number;
      };
      readonly given: readonly [List | null];
    };
    find_webhook_messages: {
      readonly row: {
        readonly owner: string;
        readonly id: string;
        readonly configurationId: string;
        readonly eventPosition: string;
        readonly idempotencyKey: string;
        readonly destination: string;
        readonly sentDate: string;
        readonly eventName: string;
        readonly context: EventContext;
        readonly rawEventName: string;
        readonly rawContext: string;
        readonly retryCount: number;
        readonly nextAttemptAt: string | null;
        readonly elapsedEventCaptureUs: number;
        readonly elapsedHttpCallUs: number | null;
        readonly previousSequence: string | null;
        readonly state: 'HOLD' | 'SUCCESS' | 'FAILED';
      };
      readonly given: readonly [string | null, List | null];
    };
    find_webhook_messages_of_events: {
      readonly row: {
        readonly owner: string;
        readonly id: string;
        readonly configurationId: string;
        readonly eventPosition: string;
        readonly idempotencyKey: string;
        readonly destination: string;
        readonly sentDate: string;
        readonly eventName: string;
        readonly context: EventContext;
        readonly rawEventName: string;
        readonly rawContext: string;
        readonly retryCount: number;
        readonly nextAttemptAt: string | null;
        readonly elapsedEventCaptureUs: number;
        readonly elapsedHttpCallUs: number | null;
        readonly previousSequence: string | null;
        readonly state: 'HOLD' | 'SUCCESS' | 'FAILED';
      };
      readonly given: readonly [string | null, List | null];
    };
    forget_old_call_tallies: { readonly row: never; readonly given: readonly [Instant | null] };
    forget_old_deliveries: { readonly row: never; readonly given: readonly [string | null] };
    forget_old_message_changes: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [number | null];
    };
    forget_old_message_tallies: { readonly row: never; readonly given: readonly [Instant | null] };
    forget_old_reprocessings: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
    insert_webhook_breaker: { readonly row: never; readonly given: readonly [string, string] };
    list_held_messages: { readonly row: { readonly notified: number }; readonly given: readonly [List | null] };
    lock_breakers_of_messages: { readonly row: never; readonly given: readonly [string | null, List | null] };
    lock_breakers_to_settle: {
      readonly row: {
        readonly configurationId: string;
        readonly state: BreakerState;
        readonly faultsInRow: number;
        readonly windowBeganAt: string | null;
        readonly windowCalls: number;
        readonly windowFaults: number;
        readonly openedAt: string | null;
        readonly restSeconds: number;
        readonly nextProbeAt: string | null;
        readonly drainBeganAt: string | null;
        readonly drainTaken: number;
        readonly lastFailure: string | null;
        readonly isReleasing: boolean;
        readonly hasHeld: boolean;
      };
      readonly given: readonly [List | null, Instant | null];
    };
    lock_due_breakers: {
      readonly row: {
        readonly configurationId: string;
        readonly state: BreakerState;
        readonly faultsInRow: number;
        readonly windowBeganAt: string | null;
        readonly windowCalls: number;
        readonly windowFaults: number;
        readonly openedAt: string | null;
        readonly restSeconds: number;
        readonly nextProbeAt: string | null;
        readonly drainBeganAt: string | null;
        readonly drainTaken: number;
        readonly lastFailure: string | null;
        readonly isReleasing: boolean;
        readonly partnerId: string;
      };
      readonly given: readonly [Instant | null, Large | null, List | null];
    };
    lock_orphaned_deliveries: {
      readonly row: { readonly configurationId: string; readonly eventPosition: string };
      readonly given: readonly [Instant | null];
    };
    lock_signing_keys: {
      readonly row: { readonly pg_advisory_xact_lock: string | null };
      readonly given: readonly [string | null];
    };
    lock_webhook_configuration: { readonly row: never; readonly given: readonly [string | null, string | null] };
    lock_webhook_configurations: {
      readonly row: { readonly pg_advisory_xact_lock: string | null };
      readonly given: readonly [string | null];
    };
    lock_webhook_reprocessings: {
      readonly row: { readonly pg_advisory_xact_lock: string | null };
      readonly given: readonly [string | null];
    };
    make_first_signing_keys: {
      readonly row: never;
      readonly given: readonly [string, string, string, string, string, string, string, string, Instant];
    };
    message_changes_behind: {
      readonly row: {
        readonly position: number;
        readonly logPosition: number;
        readonly stamp: string;
        readonly entityId: string | null;
        readonly correlationId: string | null;
        readonly accountNumber: string | null;
        readonly owner: string;
        readonly id: string;
        readonly configurationId: string;
        readonly eventPosition: string;
        readonly idempotencyKey: string;
        readonly destination: string;
        readonly sentDate: string;
        readonly eventName: string;
        readonly context: EventContext;
        readonly rawEventName: string;
        readonly rawContext: string;
        readonly retryCount: number;
        readonly nextAttemptAt: string | null;
        readonly elapsedEventCaptureUs: number;
        readonly elapsedHttpCallUs: number | null;
        readonly previousSequence: string | null;
        readonly state: 'HOLD' | 'SUCCESS' | 'FAILED';
      };
      readonly given: readonly [Large | null, Large | null];
    };
    message_changes_of_partner_behind: {
      readonly row: {
        readonly position: number;
        readonly logPosition: number;
        readonly stamp: string;
        readonly entityId: string | null;
        readonly correlationId: string | null;
        readonly accountNumber: string | null;
        readonly owner: string;
        readonly id: string;
        readonly configurationId: string;
        readonly eventPosition: string;
        readonly idempotencyKey: string;
        readonly destination: string;
        readonly sentDate: string;
        readonly eventName: string;
        readonly context: EventContext;
        readonly rawEventName: string;
        readonly rawContext: string;
        readonly retryCount: number;
        readonly nextAttemptAt: string | null;
        readonly elapsedEventCaptureUs: number;
        readonly elapsedHttpCallUs: number | null;
        readonly previousSequence: string | null;
        readonly state: 'HOLD' | 'SUCCESS' | 'FAILED';
      };
      readonly given: readonly [Large | null, Large | null, string | null];
    };
    notify_released_messages: { readonly row: { readonly notified: number }; readonly given: readonly [List | null] };
    probe_webhook_breaker_now: {
      readonly row: never;
      readonly given: readonly [string | null, Instant | null, boolean | null];
    };
    release_deliveries: { readonly row: never; readonly given: readonly [List | null, List | null, List | null] };
    requeue_webhook_messages: {
      readonly row: { readonly id: string; readonly verdict: 'DELETED' | 'DISABLED' | 'HOLD' | 'REQUEUED' };
      readonly given: readonly [string | null, List | null, Instant];
    };
    save_webhook_breakers: {
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
        List | null,
      ];
    };
    settle_deliveries: {
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
    take_next_reprocessing: { readonly row: { readonly id: string }; readonly given: readonly [List | null] };
    take_next_reprocessing_of_partner: {
      readonly row: { readonly id: string };
      readonly given: readonly [string | null, List | null];
    };
    untally_old_messages: { readonly row: never; readonly given: readonly [Instant | null, string | null] };
  }
}
