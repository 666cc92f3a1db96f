import { Migration } from '@mikro-orm/migrations';

/**
 * Claims of deliveries become separate rows instead of a column of each delivery; and the queue stores the archived
 * state of a message, which is no longer looked up for each call. Deliveries claimed by the previous release have their
 * due time at the end of that claim, so they come due by themselves.
 */
export class Migration20261122090000_webhook_leases extends Migration {
  override up(): void {
    this.addSql(`create table webhook_lease (
      configuration_id uuid not null,
      id uuid not null,
      partner_id text not null,
      until timestamptz(3) not null,
      positions bigint[] not null,
      primary key (configuration_id, id)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql('alter table webhook_lease enable row level security');
    this.addSql(`create policy webhook_lease_of_partner on webhook_lease to gateway_tenant
      using (partner_id = nullif(current_setting('gateway.partner', true), ''))
      with check (partner_id = nullif(current_setting('gateway.partner', true), ''))`);
    this.addSql('grant select on webhook_lease to gateway_tenant');
    this.addSql(`alter table webhook_delivery drop column lease_id,
      add column archived_as delivery_progress null, add column sent_date timestamptz(3) null`);
    this.addSql(`update webhook_delivery as delivery set archived_as = message.progress, sent_date = message.sent_date
      from webhook_message as message where message.id = delivery.message_id`);
  }

  override down(): void {
    this.addSql(`alter table webhook_delivery drop column archived_as, drop column sent_date,
      add column lease_id uuid null`);
    this.addSql(
      'create index webhook_delivery_in_flight_index on webhook_delivery (configuration_id, due_at) where lease_id is not null',
    );
    this.addSql('drop table webhook_lease');
  }
}
