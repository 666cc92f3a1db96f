import { Migration } from '@mikro-orm/migrations';

const OWN = `partner_id = (select nullif(current_setting('gateway.partner', true), ''))`;

/**
 * Changes of messages are numbered by partner: the position in the log of all partners, which tells how much happens at
 * the bank, is used only by the processes that follow it.
 */
export class Migration20261220090000_message_changes_of_partners extends Migration {
  override up(): void {
    this.addSql('alter table message_change rename column position to log_position');
    this.addSql('alter table message_change add column position bigint');
    this.addSql(`update message_change set position = own.position
      from (
        select log_position, row_number() over (partition by partner_id order by log_position) as position
        from message_change
      ) as own
      where message_change.log_position = own.log_position`);
    this.addSql(`alter table message_change drop constraint message_change_pkey, alter position set not null,
      add constraint message_change_pkey primary key (partner_id, position),
      add constraint message_change_log_position_unique unique (log_position)`);
    this.addSql('drop index message_change_partner_id_position_index');
    this.addSql(`create table partner_message_change_head (
      partner_id text not null,
      position bigint not null,
      primary key (partner_id),
      constraint partner_message_change_head_is_not_negative check (position >= 0)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql(`insert into partner_message_change_head (partner_id, position)
      select partner_id, max(position) from message_change group by partner_id`);
    this.addSql('alter table partner_message_change_head enable row level security');
    this.addSql(`create policy partner_message_change_head_of_partner on partner_message_change_head to gateway_tenant
      using (${OWN}) with check (${OWN})`);
    this.addSql('grant select, insert, update on partner_message_change_head to gateway_tenant');
  }

  override down(): void {
    this.addSql('drop table partner_message_change_head');
    this.addSql('alter table message_change drop column position, drop constraint message_change_log_position_unique');
    this.addSql('alter table message_change rename column log_position to position');
    this.addSql('alter table message_change add constraint message_change_pkey primary key (position)');
    this.addSql('create index message_change_partner_id_position_index on message_change (partner_id, position)');
  }
}
