// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type Instant = string | Date;
type Large = number | string;
type List = readonly (string | number | null)[];
type AddressingKeyType = 'CPF' | 'CNPJ' | 'EVP' | 'PHONE' | 'EMAIL';
type CustomerStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REPROVED' | 'BLOCKED' | 'CANCELED';
type DocumentSide = 'FRONT' | 'BACK';
type IdentityDocumentType = 'RG' | 'CNH' | 'RNE' | 'CRNM' | 'DNI' | 'SELFIE';
declare module '../../platform/statements/statement.ts' {
  interface StatementTypes {
    add_parties_of_provider_cash_in: { readonly row: never; readonly given: readonly [string | null, string | null] };
    add_provider_gate: { readonly row: never; readonly given: readonly [string, Instant] };
    claim_polled_document_analyses: {
      readonly row: {
        readonly token: string;
        readonly partnerId: string;
        readonly documentNumber: string;
        readonly documentType: IdentityDocumentType;
        readonly documentSide: DocumentSide | null;
        readonly pictureIsReadable: boolean;
      };
      readonly given: readonly [Instant | null, Instant | null, number | null, List | null, List | null];
    };
    claim_polled_registrations: {
      readonly row: {
        readonly id: string;
        readonly documentNumber: string;
        readonly correlationId: string;
        readonly partnerId: string;
        readonly receivedAt: string;
        readonly companyKey: string;
      };
      readonly given: readonly [Instant | null, Instant | null, number | null, List | null, List | null];
    };
    count_open_provider_intents: { readonly row: { readonly open: number }; readonly given: readonly [string | null] };
    count_parked_events: {
      readonly row: { readonly state: 'parked'; readonly value: number };
      readonly given: readonly [];
    };
    count_provider_intents: {
      readonly row: { readonly state: string; readonly value: number };
      readonly given: readonly [];
    };
    decide_replaced_registration: {
      readonly row: { readonly id: string };
      readonly given: readonly [string | null, CustomerStatus, Instant | null, Instant | null];
    };
    draw_provider_calls: {
      readonly row: { readonly granted: number; readonly msLeft: number };
      readonly given: readonly [number | null, number | null, number | null];
    };
    find_age_of_oldest_provider_intent: {
      readonly row: { readonly state: string; readonly value: number };
      readonly given: readonly [Instant | null];
    };
    find_earlier_provider_decision: {
      readonly row: { readonly id: string };
      readonly given: readonly [string | null, string | null, Instant | null];
    };
    find_intent_of_event: {
      readonly row: { readonly mutation: string };
      readonly given: readonly [string | null, string | null];
    };
    find_open_provider_requests: {
      readonly row: { readonly id: string; readonly request: string };
      readonly given: readonly [string | null, string | null];
    };
    find_other_registration: {
      readonly row: { readonly id: string; readonly isNamed: boolean | null };
      readonly given: readonly [
        string | null,
        string | null,
        string | null,
        string | null,
        CustomerStatus | null,
        Instant | null,
      ];
    };
    find_pending_registration: {
      readonly row: { readonly id: string; readonly receivedAt: string };
      readonly given: readonly [string | null, string | null];
    };
    find_pix_keys_registered_since: {
      readonly row: { readonly id: string | null };
      readonly given: readonly [string | null, Instant | null];
    };
    find_provider_cash_in_by_end_to_end_id: {
      readonly row: { readonly id: string; readonly accountId: string; readonly parties: string | null };
      readonly given: readonly [string | null, string | null];
    };
    find_standing_events: {
      readonly row: { readonly isKnown: boolean; readonly isParked: boolean };
      readonly given: readonly [string | null, string | null, string | null];
    };
    find_standing_intent: {
      readonly row: {
        readonly kind: 'RESULT' | 'TURN' | 'KEY' | 'INPUT';
        readonly id: string;
        readonly key: string;
        readonly fingerprint: string;
      };
      readonly given: readonly [
        string | null,
        string | null,
        string | null,
        string | null,
        string | null,
        Instant | null,
        boolean | null,
      ];
    };
    find_unknown_provider_intent: {
      readonly row: {
        readonly id: string;
        readonly partnerId: string;
        readonly companyKey: string;
        readonly client: string | null;
        readonly correlationId: string;
        readonly mutation: string;
        readonly key: string;
        readonly isClientsKey: boolean;
        readonly fingerprint: string;
        readonly request: string;
        readonly tries: number;
        readonly createdAt: string;
        readonly machineAt: string;
        readonly lastSentAt: string;
      };
      readonly given: readonly [string | null];
    };
    find_unknown_provider_intents: {
      readonly row: {
        readonly id: string;
        readonly partnerId: string;
        readonly mutation: string;
        readonly key: string;
        readonly correlationId: string;
        readonly createdAt: string;
      };
      readonly given: readonly [Large | null];
    };
    forget_old_provider_events: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
    forget_settled_provider_intents: {
      readonly row: { readonly '?column?': number };
      readonly given: readonly [Instant | null, Large | null];
    };
    hasten_provider_intents: {
      readonly row: never;
      readonly given: readonly [string | null, string | null, Instant | null];
    };
    import_provider_account: {
      readonly row: { readonly import_provider_account: string | null };
      readonly given: readonly [string | null, List | null, string | null];
    };
    lock_entity_of_events: {
      readonly row: { readonly pg_advisory_xact_lock: string | null };
      readonly given: readonly [string | null, string | null];
    };
    lock_person_that_is_read: {
      readonly row: { readonly pg_advisory_xact_lock: string | null };
      readonly given: readonly [string | null, string | null];
    };
    note_provider_readings: { readonly row: never; readonly given: readonly [string, string, List | null, Instant] };
    postpone_parked_event: { readonly row: never; readonly given: readonly [string | null, Instant | null] };
    release_pix_key: {
      readonly row: { readonly release_pix_key: string | null };
      readonly given: readonly [string | null, AddressingKeyType | null, string | null];
    };
    rest_provider_gate: { readonly row: never; readonly given: readonly [string, Instant | null, Instant | null] };
    store_provider_keys: {
      readonly row: never;
      readonly given: readonly [string | null, string | null, string | null, Instant | null];
    };
    take_customer: {
      readonly row: { readonly id: string; readonly partner_id: string };
      readonly given: readonly [string, string, string, string, Instant];
    };
    take_provider_intents_of_event: {
      readonly row: {
        readonly id: string;
        readonly partnerId: string;
        readonly companyKey: string;
        readonly client: string | null;
        readonly correlationId: string;
        readonly mutation: string;
        readonly key: string;
        readonly isClientsKey: boolean;
        readonly fingerprint: string;
        readonly request: string;
        readonly tries: number;
        readonly createdAt: string;
        readonly machineAt: string;
        readonly lastSentAt: string;
      };
      readonly given: readonly [
        string | null,
        string | null,
        Instant | null,
        string | null,
        string | null,
        Instant | null,
      ];
    };
    take_unknown_provider_intent: {
      readonly row: { readonly id: string };
      readonly given: readonly [string | null, string | null];
    };
    take_up_parked_events: {
      readonly row: {
        readonly id: string;
        readonly partnerId: string;
        readonly companyKey: string;
        readonly entityId: string;
        readonly body: string;
        readonly receivedAt: string;
        readonly tries: number;
      };
      readonly given: readonly [Instant | null, Instant | null, number | null, List | null, List | null];
    };
    take_up_provider_intents: {
      readonly row: {
        readonly id: string;
        readonly partnerId: string;
        readonly companyKey: string;
        readonly client: string | null;
        readonly correlationId: string;
        readonly mutation: string;
        readonly key: string;
        readonly isClientsKey: boolean;
        readonly fingerprint: string;
        readonly request: string;
        readonly tries: number;
        readonly createdAt: string;
        readonly machineAt: string;
        readonly lastSentAt: string;
      };
      readonly given: readonly [Instant | null, Instant | null, number | null, List | null, List | null, string | null];
    };
    unpark_event: { readonly row: { readonly id: string }; readonly given: readonly [string | null] };
    update_provider_pockets: { readonly row: never; readonly given: readonly [string | null, string | null] };
    wake_next_parked_event: {
      readonly row: never;
      readonly given: readonly [string | null, string | null, Instant | null];
    };
  }
}
