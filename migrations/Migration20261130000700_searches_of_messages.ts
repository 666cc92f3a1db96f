import { TableMigration } from './table-migration.ts';

const FORMER_CHECK = 'webhook_reprocessing_has_days_or_a_range';
const CHECK = 'webhook_reprocessing_has_a_filter_or_a_range';

/** Indexes of messages in the order of their list, by what a filter asks for. */
const INDEXES = {
  webhook_message_entity_index: 'entity_id',
  webhook_message_account_index: 'account_id',
  webhook_message_correlation_index: 'correlation_id',
  webhook_message_configuration_index: 'configuration_id',
  webhook_message_progress_index: 'progress',
};

/** Indexes of some messages, which the one by progress replaces. */
const REPLACED = {
  webhook_message_failed_index: `progress in ('FAILED', 'RETRYING')`,
  webhook_message_waiting_index: `progress in ('WAITING', 'RETRYING', 'RESENDING')`,
};

/** The latest of its table: of indexes that seem to cost the same, PostgreSQL takes the newest. */
const LAST = 'webhook_message_event_index';

/** Days, state and words of a reprocessing, as members of a filter. */
const FORMER_FILTER = `jsonb_strip_nulls(jsonb_build_object(
  'startDate', start_date, 'endDate', end_date,
  'states', case when state is not null then jsonb_build_array(state) end,
  'eventNames', case when event_name is not null then jsonb_build_array(event_name) end,
  'contexts', case when context is not null then jsonb_build_array(context) end,
  'rawEventNames', case when raw_name is not null then jsonb_build_array(raw_name) end,
  'rawContexts', case when raw_context is not null then jsonb_build_array(raw_context) end
))`;

/** Messages are found by what their event is about, and configurations capture events of some accounts and entities. */
export class Migration20261130000700_searches_of_messages extends TableMigration {
  override up(): void {
    this.messages();
    this.reprocessings();
    this.addSql(`alter table webhook_configuration
      add column account_numbers text[] not null default '{}', add column entity_ids text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql('alter table webhook_configuration drop column account_numbers, drop column entity_ids');
    this.addSql(`delete from webhook_reprocessing where configuration_id is null`);
    this.addSql(`alter table webhook_reprocessing drop constraint ${CHECK}`);
    this.addSql(`create type webhook_message_state as enum ('SUCCESS', 'FAILED', 'HOLD')`);
    this.addSql(`alter table webhook_reprocessing drop column filter,
      add column start_date date, add column end_date date, add column state webhook_message_state,
      add column event_name event_name, add column context event_context, add column raw_name text,
      add column raw_context text`);
    this.addSql(`alter table webhook_reprocessing add constraint ${FORMER_CHECK} check (
      num_nulls(start_date, end_date) = case when configuration_id is null then 0 else 2 end
      and num_nulls(range_reached, range_end) = case when configuration_id is null then 2 else 0 end
    )`);
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index ${name}`);
    for (const [name, condition] of Object.entries(REPLACED))
      this.addSql(`create index ${name} on webhook_message (partner_id, sent_date, id) where ${condition}`);
    this.last();
    this.addSql('drop view webhook_message_of_partner');
    this.addSql(
      'alter table webhook_message drop column entity_id, drop column account_id, drop column correlation_id',
    );
    this.viewOfMessages();
    this.grant('select', 'webhook_message_of_partner');
  }

  private messages(): void {
    this.addSql(`alter table webhook_message
      add column entity_id text, add column account_id uuid, add column correlation_id uuid`);
    this.addSql(`update webhook_message as message
      set entity_id = event.entity_id, account_id = event.account_id, correlation_id = event.correlation_id
      from event where event.partner_id = message.partner_id and event.position = message.event_position`);
    for (const name of Object.keys(REPLACED)) this.addSql(`drop index ${name}`);
    for (const [name, column] of Object.entries(INDEXES))
      this.addSql(`create index ${name} on webhook_message (partner_id, ${column}, sent_date, id)`);
    this.last();
    this.viewOfMessages();
  }

  private last(): void {
    this.addSql(`drop index ${LAST}`);
    this.addSql(`create index ${LAST} on webhook_message (partner_id, event_position, sent_date, id)`);
  }

  /** As the baseline creates it: it has the columns of its time. */
  private viewOfMessages(): void {
    this.addSql(`create or replace view webhook_message_of_partner as select * from webhook_message
      where nullif(coalesce(partner_id = (
        select case current_user when 'gateway_tenant' then coalesce(current_setting('gateway.partner', true), '') end
      ), true), false) is not null`);
  }

  private reprocessings(): void {
    this.addSql('alter table webhook_reprocessing add column filter jsonb');
    this.addSql(`update webhook_reprocessing set filter = ${FORMER_FILTER} where configuration_id is null`);
    this.addSql(`alter table webhook_reprocessing drop constraint ${FORMER_CHECK}`);
    this.addSql(`alter table webhook_reprocessing drop column start_date, drop column end_date, drop column state,
      drop column event_name, drop column context, drop column raw_name, drop column raw_context`);
    this.addSql('drop type webhook_message_state');
    this.addSql(`alter table webhook_reprocessing add constraint ${CHECK} check (
      num_nulls(filter) = case when configuration_id is null then 0 else 1 end
      and num_nulls(range_reached, range_end) = case when configuration_id is null then 2 else 0 end
    )`);
  }
}
