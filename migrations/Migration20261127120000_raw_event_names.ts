import { Migration } from '@mikro-orm/migrations';

const [NAME, CONTEXT] = ['add column raw_name text', 'add column raw_context text'];

/**
 * Events whose name or context the gateway does not know are OTHER, and keep their own in new columns. These are null
 * for all others, so that no stored row is rewritten.
 */
export class Migration20261127120000_raw_event_names extends Migration {
  override up(): void {
    this.addSql(`alter type event_name add value if not exists 'OTHER'`);
    this.addSql(`alter type event_context add value if not exists 'OTHER'`);
    for (const table of ['outbox', 'event'])
      this.addSql(`alter table ${table} ${NAME}, ${CONTEXT}, alter subject_id drop not null`);
    this.addSql(`alter table webhook_message ${NAME}, ${CONTEXT}`);
    this.addSql(`create index webhook_message_raw_name_index on webhook_message (partner_id, raw_name, sent_date, id)
      where raw_name is not null`);
    this.addSql(`alter table webhook_configuration add column raw_event_names text[], ${CONTEXT}`);
    this.addSql(`alter table webhook_reprocessing ${NAME}, ${CONTEXT}`);
    this.addSql(`alter table message_tally drop constraint message_tally_pkey,
      add column raw_name text not null default '', add column context event_context, ${CONTEXT},
      add primary key (configuration_id, day, progress, raw_name)`);
  }

  /** Keeps OTHER, as PostgreSQL cannot remove a value of an enum: previous releases do not know such rows. */
  override down(): void {
    this.addSql(`create temporary table former_tally on commit drop as
      select configuration_id, day, progress, partner_id, event_name, sum(messages)::int as messages
      from message_tally group by 1, 2, 3, 4, 5`);
    this.addSql('delete from message_tally');
    this.addSql(`alter table message_tally drop constraint message_tally_pkey,
      drop column raw_name, drop column context, drop column raw_context,
      add primary key (configuration_id, day, progress)`);
    this.addSql(`insert into message_tally (configuration_id, day, progress, partner_id, event_name, messages)
      select * from former_tally`);
    this.addSql('drop table former_tally');
    this.addSql('drop index webhook_message_raw_name_index');
    for (const table of ['outbox', 'event', 'webhook_message', 'webhook_reprocessing'])
      this.addSql(`alter table ${table} drop column raw_name, drop column raw_context`);
    this.addSql('alter table webhook_configuration drop column raw_event_names, drop column raw_context');
  }
}
