import { Migration } from '@mikro-orm/migrations';

const OWN = `partner_id = nullif(current_setting('gateway.partner', true), '')`;

/**
 * A configuration selects events of several names, one or two signature schemes, and one of two formats, which its
 * messages keep.
 */
export class Migration20261208100000_events_of_configurations extends Migration {
  override up(): void {
    this.addSql(`create type webhook_format as enum ('STANDARD', 'CLOUDEVENTS')`);
    for (const table of ['webhook_configuration', 'webhook_delivery', 'webhook_message'])
      this.addSql(`alter table ${table} add column format webhook_format not null default 'STANDARD'`);
    this.addSql(`alter table webhook_configuration
      add column signs_v1 boolean not null default true,
      add column signs_v1a boolean not null default false,
      add constraint webhook_configuration_is_signed check (signs_v1 or signs_v1a)`);
    this.addSql(`create table webhook_configuration_event (
      configuration_id uuid not null,
      event_name event_name not null,
      partner_id text not null,
      uri text not null,
      nth smallint not null,
      primary key (configuration_id, event_name),
      constraint webhook_configuration_event_configuration_id_foreign foreign key (configuration_id)
        references webhook_configuration (id) on update no action on delete cascade
    )`);
    // OTHER could be selected for one address in two contexts: all but the first keep theirs under a URI with a
    // fragment. Saved URIs have no fragment, so that no other has this name.
    this.addSql(`insert into webhook_configuration_event (configuration_id, event_name, partner_id, uri, nth)
      select id, event_name, partner_id, case when former > 0 then uri || '#' || id else uri end, 0
      from (
        select *, row_number() over (partition by partner_id, event_name, uri order by created_at, id) - 1 as former
        from webhook_configuration
      ) as configuration`);
    this.addSql(`alter table webhook_configuration_event
      add constraint webhook_configuration_event_target_unique unique (partner_id, event_name, uri)`);
    this.addSql('alter table webhook_configuration_event enable row level security');
    this.addSql(`create policy webhook_configuration_event_of_partner on webhook_configuration_event to gateway_tenant
      using (${OWN}) with check (${OWN})`);
    this.addSql('grant select, insert, update, delete on webhook_configuration_event to gateway_tenant');
    this.addSql(`alter table message_tally drop constraint message_tally_pkey,
      add primary key (configuration_id, day, progress, event_name, raw_name)`);
  }

  /** A configuration keeps only the event that it is named after. */
  override down(): void {
    this.addSql(`create temporary table former_tally on commit drop as
      select configuration_id, day, progress, partner_id, min(event_name) as event_name, sum(messages)::int as messages,
        raw_name, min(context) as context, min(raw_context) as raw_context
      from message_tally group by configuration_id, day, progress, partner_id, raw_name`);
    this.addSql('delete from message_tally');
    this.addSql(`alter table message_tally drop constraint message_tally_pkey,
      add primary key (configuration_id, day, progress, raw_name)`);
    this.addSql(`insert into message_tally (configuration_id, day, progress, partner_id, event_name, messages, raw_name,
      context, raw_context) select * from former_tally`);
    this.addSql('drop table former_tally');
    this.addSql('drop table webhook_configuration_event');
    this.addSql(`alter table webhook_configuration drop constraint webhook_configuration_is_signed,
      drop column signs_v1, drop column signs_v1a`);
    for (const table of ['webhook_configuration', 'webhook_delivery', 'webhook_message'])
      this.addSql(`alter table ${table} drop column format`);
    this.addSql('drop type webhook_format');
  }
}
