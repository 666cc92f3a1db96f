import { OWN_ROWS, PARTNER, TableMigration } from './table-migration.ts';

/**
 * The words of PostgreSQL enums. A check on a text does the same, but each insert reads it from its stored text, word
 * by word: that was a fifth of the database's cost of creating a pocket. A word takes four bytes in rows and indexes.
 */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  account_status: ['ACTIVE', 'BLOCKED', 'CLOSED'],
  account_type: ['CHECKING', 'PAYMENT'],
  addressing_key_type: ['CPF', 'CNPJ', 'EVP', 'PHONE', 'EMAIL'],
  breaker_state: ['CLOSED', 'OPEN', 'HALF_OPEN'],
  cash_in_rail: ['PIX', 'TED'],
  contact_kind: ['EMAIL', 'PHONE'],
  customer_status: ['PENDING_APPROVAL', 'APPROVED', 'REPROVED', 'BLOCKED', 'CANCELED'],
  declared_income: [
    'LESS_THAN_ONE_THOUSAND',
    'FROM_ONE_THOUSAND_TO_TWO_THOUSAND',
    'FROM_TWO_THOUSAND_TO_THREE_THOUSAND',
    'FROM_THREE_THOUSAND_TO_FIVE_THOUSAND',
    'FROM_FIVE_THOUSAND_TO_TEN_THOUSAND',
    'FROM_TEN_THOUSAND_TO_TWENTY_THOUSAND',
    'OVER_TWENTY_THOUSAND',
  ],
  delivery_progress: ['WAITING', 'SUCCESS', 'FAILED', 'RETRYING', 'RESENDING'],
  document_analysis_status: ['ANALYZING', 'APPROVED', 'REJECTED'],
  document_side: ['FRONT', 'BACK'],
  document_type: ['CPF', 'CNPJ'],
  event_context: ['POCKET', 'CUSTOMER', 'PIX', 'TED', 'OTHER'],
  event_name: [
    'POCKET_ACCOUNT_WAS_CREATED',
    'CUSTOMER_WAS_RECEIVED',
    'CUSTOMER_WAS_APPROVED',
    'CUSTOMER_WAS_REPROVED',
    'PIX_CASH_IN_WAS_RECEIVED',
    'PIX_CASH_IN_WAS_CLEARED',
    'TED_CASH_IN_WAS_CLEARED',
    'OTHER',
  ],
  holder_status: ['ACTIVE', 'BLOCKED'],
  holder_type: ['CUSTOMER', 'BUSINESS'],
  identity_document_type: ['RG', 'CNH', 'RNE', 'CRNM', 'DNI', 'SELFIE'],
  pep_level: ['NONE', 'SELF', 'RELATED'],
  picture_type: ['image/jpeg', 'image/png'],
  pocket_status: ['ACTIVE', 'DORMANT', 'LOCKED', 'CLOSED'],
  pocket_use_case: ['CORPORATE_EXPENSES', 'ACCOUNT_FOR_UNDER_AGE', 'FLEXIBLE_BENEFITS', 'BALANCE_SEGREGATION'],
  webhook_configuration_status: ['ENABLED', 'DISABLED'],
  webhook_format: ['STANDARD', 'CLOUDEVENTS'],
  webhook_message_state: ['SUCCESS', 'FAILED', 'HOLD'],
};

/**
 * All tables of the core: baseline of 0.1.0. Each is followed by its indexes, its policy, and what requests may do with
 * it, which run as `gateway_tenant`. Columns are described in entities. Policies are the second line of defence between
 * partners: the owner of the tables, which migrates and works for all partners, is exempt from policies.
 */
export class Migration20261129000000_core extends TableMigration {
  override up(): void {
    this.addSql(MAKE_ROLE);
    for (const [name, words] of Object.entries(ENUMS))
      this.addSql(`create type ${name} as enum (${words.map((word) => `'${word}'`).join(', ')})`);
    this.partners();
    this.accounts();
    this.customers();
    this.addressingKeys();
    this.events();
    this.webhooks();
    this.archive();
    this.messageChanges();
    this.months();
    this.requests();
  }

  /** Keeps the role, which other databases of the cluster may use. Detached months remain, as tables of their own. */
  override down(): void {
    this.addSql('drop view event_of_partner, webhook_message_of_partner');
    this.addSql('drop function find_key_owner, open_partner_epoch, add_month, detach_month, drop_month');
    this.addSql(`drop table
      partner, bank, account_program, holder, payment_account, pocket, cash_in, document_analysis, customer,
      customer_registration, customer_record, customer_contact, pix_entry, pix_entry_excluded, totp_challenge,
      transactional_hash, outbox, event, event_head, event_epoch, partner_event_head, event_capture, signing_key,
      webhook_configuration, webhook_configuration_event, webhook_configuration_head, webhook_breaker,
      webhook_delivery, webhook_lease, webhook_message, webhook_attempt, message_tally, call_tally, message_change,
      message_change_head, partner_message_change_head, webhook_reprocessing, retiring_month, idempotency_key,
      audit_outbox, audit_entry, audit_head, rate_limit, lookup_budget, socket_count, installation`);
    this.addSql(`drop type ${Object.keys(ENUMS).join(', ')}`);
  }

  private partners(): void {
    // A partner that uses the gateway; its restrictions are read every second, by every process.
    this.addSql(`create table partner (
      id text primary key,
      name text not null,
      company_key text not null constraint partner_company_key_unique unique,
      created_at timestamptz(3) not null,
      lookup_points int,
      lookup_seconds int,
      suspended_at timestamptz(3),
      binding_required_at timestamptz(3),
      constraint partner_lookup_size_is_whole check ((lookup_points is null) = (lookup_seconds is null))
    )`);
    this.addSql(`create index partner_restricted_index
      on partner (id) where suspended_at is not null or binding_required_at is not null`);
    this.ofPartners('partner', '', { using: `id = ${PARTNER}`, check: `id = ${PARTNER}` });
  }

  private accounts(): void {
    // An institution of the Brazilian payment system. Banks belong to no partner.
    this.addSql(`create table bank (
      ispb text primary key,
      code text,
      name text not null
    )`);
    this.grant('select', 'bank');
    this.addSql(`create table account_program (
      id uuid primary key,
      partner_id text not null constraint account_program_partner_id_foreign references partner,
      name text not null,
      pockets_configured boolean not null
    )`);
    this.addSql('create index account_program_partner_id_index on account_program (partner_id)');
    this.ofPartners('account_program', 'select');
    this.addSql(`create table holder (
      id uuid primary key,
      partner_id text not null constraint holder_partner_id_foreign references partner,
      document_value text not null,
      document_type document_type not null,
      type holder_type not null,
      name text not null,
      status holder_status not null,
      registration_status customer_status not null,
      created_at timestamptz(3) not null,
      constraint holder_partner_id_document_value_unique unique (partner_id, document_value)
    )`);
    this.ofPartners('holder', 'select, insert');
    this.addSql(`create table payment_account (
      id uuid primary key,
      partner_id text not null constraint payment_account_partner_id_foreign references partner,
      program_id uuid not null constraint payment_account_program_id_foreign references account_program,
      holder_id uuid not null constraint payment_account_holder_id_foreign references holder,
      bank_ispb text not null constraint payment_account_bank_ispb_foreign references bank,
      branch text not null,
      number text not null,
      type account_type not null,
      status account_status not null,
      reason text,
      pocket_limit int not null,
      created_at timestamptz(3) not null,
      constraint payment_account_partner_id_number_unique unique (partner_id, number),
      constraint payment_account_pocket_limit_is_a_count check (pocket_limit >= 0)
    )`);
    this.ofPartners('payment_account', 'select, insert, update');
    this.addSql(`create table pocket (
      id uuid primary key,
      partner_id text not null,
      account_id uuid not null constraint pocket_account_id_foreign references payment_account,
      number text not null,
      label text not null,
      currency text not null,
      status pocket_status not null,
      reason text not null,
      category text not null,
      use_case pocket_use_case not null,
      user_name text not null,
      user_document_value text not null,
      user_document_type document_type not null,
      user_birth_date date not null,
      metadata json,
      created_at timestamptz(3) not null,
      constraint pocket_number_unique unique (number, partner_id),
      constraint pocket_number_ends_with_currency check (right(number, 3) = currency)
    )`);
    this.addSql('create index pocket_account_id_created_at_id_index on pocket (account_id, created_at, id)');
    this.ofPartners('pocket', 'select, insert', { check: OWN_ROWS });
    this.addSql(`create table cash_in (
      id uuid primary key,
      partner_id text not null,
      account_id uuid not null constraint cash_in_account_id_foreign references payment_account,
      rail cash_in_rail not null,
      amount numeric(16,2) not null,
      currency text not null,
      end_to_end_id text constraint cash_in_end_to_end_id_unique unique,
      created_at timestamptz(3) not null,
      constraint cash_in_amount_is_positive check (amount > 0),
      constraint cash_in_pix_has_end_to_end_id check ((rail = 'PIX') = (end_to_end_id is not null))
    )`);
    this.ofPartners('cash_in', 'select, insert');
  }

  private customers(): void {
    this.addSql(`create table document_analysis (
      token uuid primary key,
      partner_id text not null,
      document_number text not null,
      document_type identity_document_type not null,
      document_side document_side,
      status document_analysis_status not null,
      picture_digest text not null,
      picture_bytes int not null,
      picture_type picture_type not null,
      picture_is_readable boolean not null,
      submitted_at timestamptz(3) not null,
      due_at timestamptz(3),
      decided_at timestamptz(3),
      constraint document_analysis_is_decided_once check ((status = 'ANALYZING') = (decided_at is null)),
      constraint document_analysis_side_fits_type check ((document_type = 'SELFIE') = (document_side is null))
    )`);
    this.addSql(`create index document_analysis_due_index
      on document_analysis (partner_id, due_at) where due_at is not null`);
    this.addSql(`create index document_analysis_partner_id_document_number_index
      on document_analysis (partner_id, document_number)`);
    this.ofPartners('document_analysis', 'select, insert');
    this.addSql(`create table customer (
      id uuid primary key,
      partner_id text not null,
      document_number text not null,
      status customer_status not null,
      registration_id uuid not null,
      pending_registration_id uuid constraint customer_pending_registration_id_unique unique,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3),
      provider_decided_at timestamptz(3),
      constraint customer_partner_id_document_number_unique unique (partner_id, document_number),
      constraint customer_pending_is_pending
        check (status <> 'PENDING_APPROVAL' or pending_registration_id is not null)
    )`);
    this.ofPartners('customer', 'select, insert, update');
    this.addSql(`create table customer_registration (
      id uuid primary key,
      partner_id text not null,
      document_number text not null,
      status customer_status not null,
      reasons text[] not null,
      correlation_id uuid not null,
      received_at timestamptz(3) not null,
      due_at timestamptz(3),
      decided_at timestamptz(3),
      reported_late_at timestamptz(3),
      constraint customer_registration_is_decided_once check ((status = 'PENDING_APPROVAL') = (decided_at is null))
    )`);
    this.addSql(`create index customer_registration_due_index
      on customer_registration (partner_id, due_at) where due_at is not null`);
    this.addSql(`create index customer_registration_partner_id_document_number_index
      on customer_registration (partner_id, document_number)`);
    this.ofPartners('customer_registration', 'select, insert');
    // What a person stated, all of it personal data.
    this.addSql(`create table customer_record (
      registration_id uuid primary key
        constraint customer_record_registration_id_foreign references customer_registration,
      register_name text not null,
      social_name text,
      birth_date date not null,
      phone_country_code text not null,
      phone_number text not null,
      phone_e164 text not null,
      email text not null,
      zip_code text not null,
      address_line text not null,
      building_number text not null,
      complement text,
      neighborhood text not null,
      city text not null,
      state text not null,
      country text not null,
      declared_income declared_income,
      income_value numeric(16,2) not null,
      income_currency text not null,
      occupation text not null,
      pep_level pep_level not null,
      mother_name text not null,
      selfie_token uuid,
      id_card_front_token uuid,
      id_card_back_token uuid,
      partner_id text not null,
      constraint customer_record_income_is_not_negative check (income_value >= 0)
    )`);
    this.ofPartners('customer_record', 'select, insert');
    // The key has the value before the kind. Behind row-level security PostgreSQL searches no index by an enum, whose
    // comparison might reveal a row in its error message: it would read all contacts of the partner to find one.
    this.addSql(`create table customer_contact (
      partner_id text not null,
      kind contact_kind not null,
      value text not null,
      customer_id uuid not null constraint customer_contact_customer_id_foreign references customer,
      primary key (partner_id, value, kind)
    )`);
    this.addSql('create index customer_contact_customer_id_index on customer_contact (customer_id)');
    this.ofPartners('customer_contact', 'select, insert, update');
  }

  private addressingKeys(): void {
    // The directory. Keys are unique across institutions and partners, with the value first, as in customer_contact.
    this.addSql(`create table pix_entry (
      id uuid primary key,
      key_type addressing_key_type not null,
      key_value text not null,
      ispb text not null,
      owner_document text not null,
      partner_id text,
      account_id uuid constraint pix_entry_account_id_foreign references payment_account,
      created_at timestamptz(3) not null,
      constraint pix_entry_key_type_key_value_unique unique (key_value, key_type),
      constraint pix_entry_of_an_account_has_a_partner check ((account_id is null) = (partner_id is null))
    )`);
    this.addSql('create index pix_entry_account_id_created_at_id_index on pix_entry (account_id, created_at, id)');
    this.ofPartners('pix_entry', 'select, insert');
    // Keys that no longer exist in the directory: replays of their registrations still return them.
    this.addSql(`create table pix_entry_excluded (
      id uuid primary key,
      key_type addressing_key_type not null,
      key_value text not null,
      partner_id text not null,
      account_id uuid not null,
      created_at timestamptz(3) not null,
      excluded_at timestamptz(3) not null default now()
    )`);
    this.addSql('create index pix_entry_excluded_excluded_at_index on pix_entry_excluded (excluded_at)');
    this.addSql('create index pix_entry_excluded_account_id_index on pix_entry_excluded (account_id)');
    this.ofPartners('pix_entry_excluded', 'select');
    // Ended challenges are kept, since they count for a day.
    this.addSql(`create table totp_challenge (
      id uuid primary key,
      digest text not null,
      partner_id text not null,
      document text not null,
      key_type addressing_key_type not null,
      key_value text not null,
      secret text not null,
      wrong_codes smallint not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      last_wrong_at timestamptz(3),
      ended_at timestamptz(3)
    )`);
    this.addSql('create index totp_challenge_expires_at_index on totp_challenge (expires_at)');
    this.addSql(`create index totp_challenge_partner_id_document_created_at_index
      on totp_challenge (partner_id, document, created_at)`);
    this.addSql(`create index totp_challenge_partner_id_key_value_key_type_created_at_index
      on totp_challenge (partner_id, key_value, key_type, created_at)`);
    this.ofPartners('totp_challenge', 'select, insert, update, delete');
    this.addSql(`create table transactional_hash (
      id uuid primary key,
      digest text not null,
      partner_id text not null,
      document text not null,
      key_type addressing_key_type not null,
      key_value text not null,
      expires_at timestamptz(3) not null
    )`);
    this.addSql('create index transactional_hash_expires_at_index on transactional_hash (expires_at)');
    this.addSql(`create index transactional_hash_partner_id_document_index
      on transactional_hash (partner_id, document)`);
    this.ofPartners('transactional_hash', 'select, insert, update, delete');
    // Registering a key reveals its owner, also at another partner, and no other.
    this.ownersFunction(
      'find_key_owner(wanted_type addressing_key_type, wanted_value text)',
      'table (ispb text, document text, account_id uuid) language sql stable rows 1',
      `select pix_entry.ispb, pix_entry.owner_document, pix_entry.account_id from pix_entry
        where pix_entry.key_type = wanted_type and pix_entry.key_value = wanted_value;`,
    );
  }

  private events(): void {
    this.addSql(`create table outbox (
      id bigserial primary key,
      event_id uuid not null,
      partner_id text not null,
      name event_name not null,
      context event_context not null,
      entity_id text not null,
      subject_id uuid,
      idempotency_key uuid not null,
      correlation_id uuid not null,
      occurred_at timestamptz(3) not null,
      body text not null,
      recorded_at timestamptz(6) not null default clock_timestamp(),
      raw_name text,
      raw_context text,
      account_id uuid
    )`);
    this.ofPartners('outbox', 'insert');
    this.grant('usage', 'sequence outbox_id_seq');
    // OTHER is the name or context of an event that the gateway does not know: raw_name and raw_context have its own.
    this.addSql(`create table event (
      log_position bigint not null constraint event_log_position_unique unique,
      id uuid not null constraint event_id_unique unique,
      partner_id text not null,
      name event_name not null,
      context event_context not null,
      entity_id text not null,
      subject_id uuid,
      idempotency_key uuid not null,
      correlation_id uuid not null,
      occurred_at timestamptz(3) not null,
      captured_at timestamptz(3) not null,
      body text not null,
      recorded_at timestamptz(6) not null,
      epoch int not null,
      position bigint not null,
      reached_at timestamptz(3) not null,
      raw_name text,
      raw_context text,
      account_id uuid,
      primary key (partner_id, position),
      constraint event_is_captured_once_it_occurred check (captured_at >= occurred_at),
      constraint event_position_is_positive check (position > 0 and log_position > 0 and epoch > 0)
    )`);
    this.addSql('create index event_account_index on event (partner_id, account_id, position)');
    this.addSql('create index event_entity_index on event (partner_id, entity_id, position)');
    this.addSql('create index event_kind_index on event (partner_id, context, name, position)');
    this.ofPartners('event', 'select');
    this.viewOfPartners('event');
    this.epochs();
  }

  private epochs(): void {
    this.addSql(`create table event_head (
      id smallint primary key,
      position bigint not null,
      epoch int not null default 1,
      database_identity text,
      constraint event_head_has_an_epoch check (epoch > 0),
      constraint event_head_is_single check (id = 1)
    )`);
    this.addSql('insert into event_head (id, position) values (1, 0)');
    this.grant('select', 'event_head');
    this.addSql(`create table event_epoch (
      epoch int not null,
      opened_after bigint not null,
      opened_at timestamptz(3) not null default now(),
      partner_id text not null default '',
      primary key (partner_id, epoch),
      constraint event_epoch_follows_a_position check (epoch > 0 and opened_after >= 0)
    )`);
    this.ofPartners('event_epoch', 'select', { using: `partner_id = '' or partner_id = ${PARTNER}` });
    this.addSql('insert into event_epoch (epoch, opened_after) values (1, 0)');
    this.addSql(`create table partner_event_head (
      partner_id text primary key,
      position bigint not null,
      reached_at timestamptz(3) not null,
      epoch int not null default 1,
      constraint partner_event_head_is_positive check (position >= 0 and epoch > 0)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    this.ofPartners('partner_event_head', 'select');
    this.addSql(`create table event_capture (
      partner_id text not null,
      last_position bigint not null,
      next_position bigint not null,
      events int not null,
      reached_configuration_id uuid,
      primary key (partner_id, last_position),
      constraint event_capture_is_a_range check (events > 0 and next_position > 0 and next_position <= last_position)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    this.ofPartners('event_capture');
    this.addSql(OPEN_PARTNER_EPOCH);
  }

  /**
   * A view of a table that partners filter by enums. To the role of partners it shows only rows of the current partner;
   * other roles need the right to read it. Behind a policy PostgreSQL searches no index by a comparison that it does not
   * know to be leakproof, as those of enums: it read all messages of a partner to find a rare event. A view may filter
   * first. With `or` in place of `coalesce` it is planned a fifth slower: the planner then looks for indexes for both
   * sides. With `coalesce` alone PostgreSQL 17 takes the condition to hold for half of the rows, and reads far more than
   * a page; it takes `is not null` to hold for nearly all.
   */
  private viewOfPartners(table: string): void {
    this.addSql(`create view ${table}_of_partner as select * from ${table}
      where nullif(coalesce(partner_id = (
        select case current_user when 'gateway_tenant' then coalesce(current_setting('gateway.partner', true), '') end
      ), true), false) is not null`);
    this.grant('select', `${table}_of_partner`);
  }

  private webhooks(): void {
    this.addSql(`create table signing_key (
      id uuid primary key,
      partner_id text not null,
      set_id uuid not null,
      public_key text not null,
      sealed_key text not null,
      signs_from timestamptz(3),
      published_at timestamptz(3) not null default now(),
      signs_until timestamptz(3)
    )`);
    this.addSql('create unique index signing_key_next_unique on signing_key (partner_id) where signs_from is null');
    this.addSql('create index signing_key_partner_id_index on signing_key (partner_id)');
    this.addSql('create index signing_key_set_id_index on signing_key (set_id)');
    this.ofPartners('signing_key', 'select, insert, update, delete');
    this.addSql(`create table webhook_configuration (
      id uuid primary key,
      partner_id text not null constraint webhook_configuration_partner_id_foreign references partner,
      name text not null,
      context event_context not null,
      event_name event_name not null,
      uri text not null,
      public_key text not null,
      secret text not null,
      previous_secret text,
      previous_secret_until timestamptz(3),
      status webhook_configuration_status not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3),
      raw_event_names text[],
      raw_context text,
      format webhook_format not null default 'STANDARD',
      signs_v1 boolean not null default true,
      signs_v1a boolean not null default false,
      constraint webhook_configuration_target_unique unique (partner_id, context, event_name, uri),
      constraint webhook_configuration_is_signed check (signs_v1 or signs_v1a)
    )`);
    this.addSql(`create index webhook_configuration_partner_id_created_at_id_index
      on webhook_configuration (partner_id, created_at, id)`);
    this.ofPartners('webhook_configuration', 'select, insert, update, delete');
    this.addSql(`create table webhook_configuration_event (
      configuration_id uuid not null constraint webhook_configuration_event_configuration_id_foreign
        references webhook_configuration on delete cascade,
      event_name event_name not null,
      partner_id text not null,
      uri text not null,
      nth smallint not null,
      primary key (configuration_id, event_name),
      constraint webhook_configuration_event_target_unique unique (partner_id, event_name, uri)
    )`);
    this.ofPartners('webhook_configuration_event', 'select, insert, update, delete');
    this.addSql(`create table webhook_configuration_head (
      configuration_id uuid primary key,
      partner_id text not null,
      sequence text not null,
      former_sequence text
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    this.ofPartners('webhook_configuration_head', 'select, delete');
    this.addSql(`create table webhook_breaker (
      configuration_id uuid primary key
        constraint webhook_breaker_configuration_id_foreign references webhook_configuration on delete cascade,
      state breaker_state not null default 'CLOSED',
      faults_in_row int not null default 0,
      window_began_at timestamptz(3),
      window_calls int not null default 0,
      window_faults int not null default 0,
      opened_at timestamptz(3),
      rest_seconds double precision not null default 0,
      next_probe_at timestamptz(3),
      drain_began_at timestamptz(3),
      drain_taken int not null default 0,
      listed_position bigint not null default '0',
      last_failure text,
      released_position bigint,
      partner_id text not null
    )`);
    this.ofPartners('webhook_breaker', 'select, insert, update');
    this.addSql(`create table webhook_delivery (
      configuration_id uuid not null,
      event_position bigint not null,
      partner_id text not null,
      message_id uuid not null,
      idempotency_key uuid not null,
      due_at timestamptz(3) not null,
      sends int not null,
      tries int not null,
      archived_as delivery_progress,
      sent_date timestamptz(3),
      elapsed_capture_us bigint not null default '0',
      previous_sequence text,
      format webhook_format not null default 'STANDARD',
      primary key (configuration_id, event_position),
      constraint webhook_delivery_elapsed_is_not_negative check (elapsed_capture_us >= 0)
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql(`create index webhook_delivery_configuration_id_due_at_index
      on webhook_delivery (configuration_id, due_at)`);
    this.ofPartners('webhook_delivery', 'select, insert, update');
    this.addSql(`create table webhook_lease (
      configuration_id uuid not null,
      id uuid not null,
      partner_id text not null,
      until timestamptz(3) not null,
      positions bigint[] not null,
      primary key (configuration_id, id)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    this.ofPartners('webhook_lease', 'select');
  }

  private archive(): void {
    // Partitioned by month: an id begins with its instant.
    this.addSql(`create table webhook_message (
      id uuid primary key,
      partner_id text not null,
      configuration_id uuid not null,
      event_position bigint not null,
      idempotency_key uuid not null,
      progress delivery_progress not null,
      destination text not null,
      sent_date timestamptz(3) not null,
      event_name event_name not null,
      context event_context not null,
      retry_count int not null,
      next_attempt_at timestamptz(3),
      elapsed_event_capture_us bigint not null,
      elapsed_http_call_us bigint,
      raw_name text,
      raw_context text,
      previous_sequence text,
      format webhook_format not null default 'STANDARD',
      constraint webhook_message_elapsed_is_not_negative
        check (elapsed_event_capture_us >= 0 and elapsed_http_call_us >= 0)
    ) partition by range (id)`);
    this.addSql(`create index webhook_message_failed_index
      on webhook_message (partner_id, sent_date, id) where progress in ('FAILED', 'RETRYING')`);
    this.addSql('create index webhook_message_idempotency_key_index on webhook_message (idempotency_key)');
    this.addSql(`create index webhook_message_partner_id_event_name_sent_date_id_index
      on webhook_message (partner_id, event_name, sent_date, id)`);
    this.addSql(`create index webhook_message_partner_id_sent_date_id_index
      on webhook_message (partner_id, sent_date, id)`);
    this.addSql(`create index webhook_message_raw_name_index
      on webhook_message (partner_id, raw_name, sent_date, id) where raw_name is not null`);
    this.addSql(`create index webhook_message_waiting_index
      on webhook_message (partner_id, sent_date, id) where progress in ('WAITING', 'RETRYING', 'RESENDING')`);
    // The last one: of indexes that seem to cost the same, as in a month without messages, PostgreSQL takes the newest.
    this.addSql(`create index webhook_message_event_index
      on webhook_message (partner_id, event_position, sent_date, id)`);
    this.ofPartners('webhook_message', 'select, update');
    this.viewOfPartners('webhook_message');
    this.addSql(`create table webhook_attempt (
      message_id uuid not null,
      nth int not null,
      at timestamptz(3) not null,
      http_status smallint,
      error text,
      elapsed_http_call_us bigint not null,
      partner_id text not null,
      primary key (message_id, nth, at),
      constraint webhook_attempt_elapsed_is_not_negative check (elapsed_http_call_us >= 0)
    ) partition by range (at)`);
    this.ofPartners('webhook_attempt', 'select');
    this.addSql(`create table message_tally (
      configuration_id uuid not null,
      day date not null,
      progress delivery_progress not null,
      partner_id text not null,
      event_name event_name not null,
      messages int not null,
      raw_name text not null default '',
      context event_context,
      raw_context text,
      primary key (configuration_id, day, progress, event_name, raw_name),
      constraint message_tally_is_a_count check (messages >= 0)
    )`);
    this.addSql('create index message_tally_partner_id_day_index on message_tally (partner_id, day)');
    this.ofPartners('message_tally', 'select, insert, update');
    this.addSql(`create table call_tally (
      configuration_id uuid not null,
      day date not null,
      succeeded boolean not null,
      bucket smallint not null,
      calls int not null,
      partner_id text not null,
      primary key (configuration_id, day, succeeded, bucket),
      constraint call_tally_is_a_count check (bucket >= 0 and calls >= 0)
    )`);
    this.ofPartners('call_tally', 'select');
  }

  private messageChanges(): void {
    this.addSql(`create table message_change (
      log_position bigint not null constraint message_change_log_position_unique unique,
      partner_id text not null,
      message_id uuid not null,
      progress delivery_progress not null,
      retry_count int not null,
      next_attempt_at timestamptz(3),
      elapsed_http_call_us bigint,
      changed_at timestamptz not null default now(),
      position bigint not null,
      primary key (partner_id, position),
      constraint message_change_elapsed_is_not_negative check (elapsed_http_call_us >= 0)
    )`);
    this.ofPartners('message_change', 'select, insert');
    this.addSql(`create table message_change_head (
      id smallint primary key,
      position bigint not null,
      constraint message_change_head_is_single check (id = 1)
    )`);
    this.addSql('insert into message_change_head (id, position) values (1, 0)');
    this.grant('select, update', 'message_change_head');
    this.addSql(`create table partner_message_change_head (
      partner_id text primary key,
      position bigint not null,
      constraint partner_message_change_head_is_not_negative check (position >= 0)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    this.ofPartners('partner_message_change_head', 'select, insert, update', { check: OWN_ROWS });
    this.addSql(`create table webhook_reprocessing (
      id uuid primary key,
      partner_id text not null,
      start_date date,
      end_date date,
      state webhook_message_state,
      event_name event_name,
      context event_context,
      matched int not null,
      requeued int not null,
      refused int not null,
      reached_sent_date timestamptz(3) not null,
      reached_id uuid not null,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      raw_name text,
      raw_context text,
      configuration_id uuid,
      range_reached bigint,
      range_end bigint,
      constraint webhook_reprocessing_has_days_or_a_range check (
        num_nulls(start_date, end_date) = case when configuration_id is null then 0 else 2 end
        and num_nulls(range_reached, range_end) = case when configuration_id is null then 2 else 0 end
      )
    )`);
    this.addSql(`create index webhook_reprocessing_running_index
      on webhook_reprocessing (partner_id, created_at) where finished_at is null`);
    this.ofPartners('webhook_reprocessing', 'select, insert');
  }

  /**
   * Months are retired in steps, a day apart. They are created and retired with the rights of the tables' owner, by any
   * login that may call these functions: that of a worker owns nothing, and cannot change the schema otherwise. They
   * affect only months, and drop only detached ones.
   */
  private months(): void {
    this.addSql(`create table retiring_month (
      name text primary key,
      parent text not null,
      found_at timestamptz(3) not null,
      detached_at timestamptz(3)
    )`);
    this.addSql(
      monthFunction(
        'add_month(parent_name text, month_name text, bound_from text, bound_to text)',
        `execute format('create table %1$I.%2$I (like %3$s including defaults including constraints)',
          schema_name, month_name, parent);
        execute format('alter table %3$s attach partition %1$I.%2$I for values from (%4$L) to (%5$L)',
          schema_name, month_name, parent, bound_from, bound_to);`,
      ),
    );
    this.addSql(
      monthFunction(
        'detach_month(parent_name text, month_name text)',
        `execute format('alter table %3$s detach partition %1$I.%2$I', schema_name, month_name, parent);
        execute format('alter table %1$I.%2$I rename to %3$I', schema_name, month_name, month_name || '_detached');`,
      ),
    );
    this.addSql(`create function drop_month(month_name text) returns void language plpgsql security definer
      set search_path from current as $body$
      declare
        schema_name text := current_schema();
      begin
        if not exists (select from retiring_month where name = month_name and detached_at is not null) then
          raise exception 'The month % is not detached.', month_name;
        end if;
        execute format('drop table %I.%I', schema_name, month_name || '_detached');
      end $body$`);
    this.addSql('revoke execute on function add_month, detach_month, drop_month from public');
  }

  private requests(): void {
    this.addSql(`create table idempotency_key (
      partner_id text not null,
      mutation text not null,
      key uuid not null,
      fingerprint text not null,
      result_id uuid not null,
      expires_at timestamptz(3) not null,
      succeeded_at timestamptz(3) not null default now(),
      primary key (partner_id, mutation, key)
    )`);
    this.addSql('create index idempotency_key_succeeded_at_index on idempotency_key (succeeded_at)');
    this.ofPartners('idempotency_key', 'select, insert, update');
    // Entries are written in the transaction that they describe, and join a chain of hashes afterwards. Requests can
    // add entries, but not read, change or delete any.
    this.addSql(`create table audit_outbox (
      id uuid primary key,
      at timestamptz(3) not null,
      partner_id text not null,
      client text,
      mutation text not null,
      result text not null,
      subject text,
      count int not null default 1,
      correlation_id uuid not null
    ) with (autovacuum_vacuum_scale_factor = 0.02)`);
    this.ofPartners('audit_outbox', 'insert');
    this.addSql(`create table audit_entry (
      id uuid primary key,
      at timestamptz(3) not null,
      partner_id text not null,
      client text,
      mutation text not null,
      result text not null,
      correlation_id uuid not null,
      subject text,
      count int not null default 1,
      position bigint,
      hash text,
      constraint audit_entry_position_unique unique (partner_id, position)
    )`);
    this.addSql('create index audit_entry_correlation_id_index on audit_entry (correlation_id)');
    this.addSql('create index audit_entry_partner_id_at_index on audit_entry (partner_id, at)');
    this.ofPartners('audit_entry');
    this.addSql(`create table audit_head (
      partner_id text primary key,
      position bigint not null,
      hash text not null
    )`);
    this.ofPartners('audit_head');
    // Buckets of rates. Unlogged: they are written every few operations, and a crash may refill them.
    this.addSql(`create unlogged table rate_limit (
      key varchar(255) primary key,
      points int not null default 0,
      expire bigint
    )`);
    // Budgets of look-ups take hours to refill, so they are logged.
    this.addSql(`create table lookup_budget (
      partner_id text not null,
      budget text not null,
      person text not null,
      full_at timestamptz(6) not null,
      reserved int not null,
      reserved_at timestamptz(6) not null,
      primary key (partner_id, budget, person)
    )`);
    this.addSql('create index lookup_budget_full_at_index on lookup_budget (full_at)');
    this.ofPartners('lookup_budget');
    this.addSql(`create table socket_count (
      process_id uuid not null,
      partner_id text not null,
      sockets int not null,
      told_at timestamptz(3) not null,
      primary key (process_id, partner_id)
    )`);
    this.ofPartners('socket_count');
    this.addSql(`create table installation (
      id smallint primary key,
      secret text not null,
      constraint installation_is_single check (id = 1)
    )`);
    this.addSql('insert into installation (id, secret) values (1, gen_random_uuid()::text || gen_random_uuid()::text)');
  }
}

/**
 * Creates the role, which all databases of a cluster share, unless it exists. Migrations of other databases may do so
 * at the same time.
 */
const MAKE_ROLE = `do $$
declare
  former text := current_setting('role');
  missing text := 'The role gateway_tenant is missing, and this login may not make it. As a superuser: create role gateway_tenant nologin; grant gateway_tenant to ' || quote_ident(current_user);
  foreign_role text := 'This login may not act as the role gateway_tenant. As a superuser: grant gateway_tenant to ' || quote_ident(current_user);
begin
  if not exists (select from pg_roles where rolname = 'gateway_tenant') then
    begin
      create role gateway_tenant nologin;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then raise insufficient_privilege using message = missing;
    end;
  end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      grant gateway_tenant to current_user;
    exception when insufficient_privilege or unique_violation then null;
    end;
  end if;
  begin
    perform set_config('role', 'gateway_tenant', true);
  exception when insufficient_privilege then raise insufficient_privilege using message = foreign_role;
  end;
  perform set_config('role', former, true);
  execute format('grant usage on schema %I to gateway_tenant', current_schema());
end $$`;

/** A function that changes a month of a table of its owner, whatever other objects have the table's name. */
function monthFunction(signature: string, work: string): string {
  return `create function ${signature} returns void language plpgsql security definer
      set search_path from current as $body$
      declare
        schema_name text := current_schema();
        parent regclass;
      begin
        if month_name !~ ('^' || parent_name || '_\\d{4}_\\d{2}$') then
          raise exception '% is no month of %.', month_name, parent_name;
        end if;
        select pg_class.oid::regclass into strict parent from pg_class
        where relname = parent_name and relkind = 'p' and pg_has_role(current_user, relowner, 'usage')
          and relnamespace = schema_name::regnamespace;
        ${work}
      end $body$`;
}

/** Only the partner itself may open an epoch of its own, or a role that can write the log. */
const MAY_OPEN = `(owner_id = nullif(current_setting('gateway.partner', true), '')
  or has_table_privilege(session_user, 'event_epoch', 'insert'))`;

/** Opens an epoch for one partner only, which is then ahead of others: as if a restore had lost none of its events. */
const OPEN_PARTNER_EPOCH = `create function open_partner_epoch(owner_id text)
  returns table (former int, "position" bigint) language sql security definer
  begin atomic
    select from event_head where ${MAY_OPEN} for update;
    with place as (
      select coalesce(own.position, 0) as position, greatest(event_head.epoch, own.epoch, 1) as former
      from event_head left join partner_event_head as own on own.partner_id = owner_id
      where ${MAY_OPEN}
    ), opened as (
      insert into event_epoch (partner_id, epoch, opened_after)
      select owner_id, place.former + 1, place.position from place
    ), headed as (
      insert into partner_event_head (partner_id, position, reached_at, epoch)
      select owner_id, 0, to_timestamp(0), place.former + 1 from place
      on conflict (partner_id) do update set epoch = excluded.epoch
    )
    select place.former, place.position from place;
  end`;
