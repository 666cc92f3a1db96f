import { Migration } from '@mikro-orm/migrations';

/**
 * Each message stores the sequence of the previous message of its configuration. It is unknown for existing messages;
 * the last sequence of each configuration is stored, so that its next message can name it.
 */
export class Migration20261129090000_message_predecessors extends Migration {
  override up(): void {
    this.addSql(`create table webhook_configuration_head (
      configuration_id uuid not null,
      partner_id text not null,
      sequence text not null,
      former_sequence text null,
      primary key (configuration_id)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    const own = `partner_id = nullif(current_setting('gateway.partner', true), '')`;
    this.addSql('alter table webhook_configuration_head enable row level security');
    this.addSql(`create policy webhook_configuration_head_of_partner on webhook_configuration_head to gateway_tenant
      using (${own}) with check (${own})`);
    this.addSql('grant select, delete on webhook_configuration_head to gateway_tenant');
    for (const table of ['webhook_delivery', 'webhook_message'])
      this.addSql(`alter table ${table} add column previous_sequence text null`);
    this.addSql(`insert into webhook_configuration_head (configuration_id, partner_id, sequence)
      select configuration.id, configuration.partner_id, event.epoch || '.' || event.partner_position
      from (
        select configuration_id, max(event_position) as position
        from (
          select configuration_id, event_position from webhook_message
          union all
          select configuration_id, event_position from webhook_delivery
        ) as message
        group by configuration_id
      ) as newest
      join webhook_configuration as configuration on configuration.id = newest.configuration_id
      join event on event.position = newest.position`);
  }

  override down(): void {
    for (const table of ['webhook_delivery', 'webhook_message'])
      this.addSql(`alter table ${table} drop column previous_sequence`);
    this.addSql('drop table webhook_configuration_head');
  }
}
