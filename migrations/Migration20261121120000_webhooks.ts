import { Migration } from '@mikro-orm/migrations';

/** Webhooks: configurations with their breakers, the queue of deliveries, the archive of messages and its tallies. */
export class Migration20261121120000_webhooks extends Migration {
  override up(): void {
    this.addSql(`create table call_tally (
      configuration_id uuid not null,
      day date not null,
      succeeded boolean not null,
      bucket smallint not null,
      calls int not null,
      primary key (configuration_id, day, succeeded, bucket)
    )`);
    this.addSql(`create table message_tally (
      configuration_id uuid not null,
      day date not null,
      progress text not null,
      partner_id text not null,
      event_name text not null,
      messages int not null,
      primary key (configuration_id, day, progress)
    )`);
    this.addSql(`create index message_tally_partner_id_day_index on message_tally (partner_id, day)`);
    this.addSql(`create table webhook_attempt (
      message_id uuid not null,
      nth int not null,
      at timestamptz(3) not null,
      http_status smallint null,
      error text null,
      elapsed_http_call_us bigint not null,
      primary key (message_id, nth, at)
    ) partition by range (at)`);
    this.addSql(`create table webhook_configuration (
      id uuid not null,
      partner_id text not null,
      name text not null,
      context text not null,
      event_name text not null,
      uri text not null,
      public_key text not null,
      secret text not null,
      previous_secret text null,
      previous_secret_until timestamptz(3) null,
      status text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) null,
      primary key (id)
    )`);
    this.addSql(
      `create index webhook_configuration_partner_id_created_at_id_index on webhook_configuration (partner_id, created_at, id)`,
    );
    this.addSql(
      `alter table webhook_configuration add constraint webhook_configuration_target_unique unique (partner_id, context, event_name, uri)`,
    );
    this.addSql(`create table webhook_breaker (
      configuration_id uuid not null,
      state text not null default 'CLOSED',
      faults_in_row int not null default 0,
      window_began_at timestamptz(3) null,
      window_calls int not null default 0,
      window_faults int not null default 0,
      opened_at timestamptz(3) null,
      rest_seconds double precision not null default 0,
      next_probe_at timestamptz(3) null,
      drain_began_at timestamptz(3) null,
      drain_taken int not null default 0,
      listed_position bigint not null default '0',
      last_failure text null,
      primary key (configuration_id)
    )`);
    this.addSql(`create table webhook_delivery (
      configuration_id uuid not null,
      event_position bigint not null,
      partner_id text not null,
      message_id uuid not null,
      idempotency_key uuid not null,
      due_at timestamptz(3) not null,
      sends int not null,
      tries int not null,
      lease_id uuid null,
      primary key (configuration_id, event_position)
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql(
      `create index webhook_delivery_configuration_id_due_at_index on webhook_delivery (configuration_id, due_at)`,
    );
    this.addSql(
      `create index webhook_delivery_in_flight_index on webhook_delivery (configuration_id, due_at) where lease_id is not null`,
    );
    this.addSql(`create table webhook_message (
      id uuid not null,
      partner_id text not null,
      configuration_id uuid not null,
      event_position bigint not null,
      idempotency_key uuid not null,
      progress text not null,
      destination text not null,
      sent_date timestamptz(3) not null,
      event_name text not null,
      context text not null,
      retry_count int not null,
      next_attempt_at timestamptz(3) null,
      elapsed_event_capture_us bigint not null,
      elapsed_http_call_us bigint null,
      primary key (id)
    ) partition by range (id)`);
    this.addSql(`create index webhook_message_event_position_index on webhook_message (event_position)`);
    this.addSql(`create index webhook_message_idempotency_key_index on webhook_message (idempotency_key)`);
    this.addSql(
      `create index webhook_message_partner_id_sent_date_id_index on webhook_message (partner_id, sent_date, id)`,
    );
    this.addSql(
      `create index webhook_message_partner_id_event_name_sent_date_id_index on webhook_message (partner_id, event_name, sent_date, id)`,
    );
    this.addSql(
      `create index webhook_message_failed_index on webhook_message (partner_id, sent_date, id) where progress in ('FAILED', 'RETRYING')`,
    );
    this.addSql(
      `create index webhook_message_waiting_index on webhook_message (partner_id, sent_date, id) where progress in ('WAITING', 'RETRYING', 'RESENDING')`,
    );
    this.addSql(`create table webhook_reprocessing (
      id uuid not null,
      partner_id text not null,
      start_date date not null,
      end_date date not null,
      state text null,
      event_name text null,
      context text null,
      matched int not null,
      requeued int not null,
      refused int not null,
      reached_sent_date timestamptz(3) not null,
      reached_id uuid not null,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3) null,
      primary key (id)
    )`);
    this.addSql(
      `create index webhook_reprocessing_running_index on webhook_reprocessing (created_at) where finished_at is null`,
    );
    this.addSql(`alter table message_tally add constraint message_tally_is_a_count check (messages >= 0)`);
    this.addSql(
      `alter table message_tally add constraint message_tally_progress_check check (progress in ('WAITING', 'SUCCESS', 'FAILED', 'RETRYING', 'RESENDING'))`,
    );
    this.addSql(
      `alter table message_tally add constraint message_tally_event_name_check check (event_name in ('POCKET_ACCOUNT_WAS_CREATED', 'CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_REPROVED', 'PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'))`,
    );
    this.addSql(
      `alter table webhook_configuration add constraint webhook_configuration_partner_id_foreign foreign key (partner_id) references partner (id)`,
    );
    this.addSql(
      `alter table webhook_configuration add constraint webhook_configuration_context_check check (context in ('POCKET', 'CUSTOMER', 'PIX', 'TED'))`,
    );
    this.addSql(
      `alter table webhook_configuration add constraint webhook_configuration_event_name_check check (event_name in ('POCKET_ACCOUNT_WAS_CREATED', 'CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_REPROVED', 'PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'))`,
    );
    this.addSql(
      `alter table webhook_configuration add constraint webhook_configuration_status_check check (status in ('ENABLED', 'DISABLED'))`,
    );
    this.addSql(
      `alter table webhook_breaker add constraint webhook_breaker_configuration_id_foreign foreign key (configuration_id) references webhook_configuration (id) on update no action on delete cascade`,
    );
    this.addSql(
      `alter table webhook_breaker add constraint webhook_breaker_state_check check (state in ('CLOSED', 'OPEN', 'HALF_OPEN'))`,
    );
    this.addSql(
      `alter table webhook_message add constraint webhook_message_progress_check check (progress in ('WAITING', 'SUCCESS', 'FAILED', 'RETRYING', 'RESENDING'))`,
    );
    this.addSql(
      `alter table webhook_message add constraint webhook_message_event_name_check check (event_name in ('POCKET_ACCOUNT_WAS_CREATED', 'CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_REPROVED', 'PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'))`,
    );
    this.addSql(
      `alter table webhook_message add constraint webhook_message_context_check check (context in ('POCKET', 'CUSTOMER', 'PIX', 'TED'))`,
    );
    this.addSql(
      `alter table webhook_reprocessing add constraint webhook_reprocessing_state_check check (state in ('SUCCESS', 'FAILED', 'HOLD'))`,
    );
    this.addSql(
      `alter table webhook_reprocessing add constraint webhook_reprocessing_event_name_check check (event_name in ('POCKET_ACCOUNT_WAS_CREATED', 'CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_REPROVED', 'PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'))`,
    );
    this.addSql(
      `alter table webhook_reprocessing add constraint webhook_reprocessing_context_check check (context in ('POCKET', 'CUSTOMER', 'PIX', 'TED'))`,
    );
  }

  override down(): void {
    for (const table of [
      'webhook_reprocessing',
      'call_tally',
      'message_tally',
      'webhook_attempt',
      'webhook_message',
      'webhook_delivery',
      'webhook_breaker',
      'webhook_configuration',
    ])
      this.addSql(`drop table ${table}`);
  }
}
