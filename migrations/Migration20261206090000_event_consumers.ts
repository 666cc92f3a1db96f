import { Migration } from '@mikro-orm/migrations';

const OWN = `partner_id = nullif(current_setting('gateway.partner', true), '')`;

/** Partners have named consumers of their events, and can read where their own events end. */
export class Migration20261206090000_event_consumers extends Migration {
  override up(): void {
    this.addSql(`create table event_consumer (
      id uuid not null,
      partner_id text not null,
      name text not null,
      filter text not null,
      lease_seconds int not null,
      position bigint not null,
      epoch int not null,
      partner_position bigint not null,
      given_at timestamptz(3) null,
      worker text null,
      leased_until timestamptz(3) null,
      primary key (id),
      constraint event_consumer_name_unique unique (partner_id, name),
      constraint event_consumer_is_leased_to_a_worker check ((worker is null) = (leased_until is null)),
      constraint event_consumer_has_a_place check (position >= 0 and epoch > 0 and partner_position >= 0)
    ) with (fillfactor = 50)`);
    this.addSql('alter table event_consumer enable row level security');
    this.addSql(
      `create policy event_consumer_of_partner on event_consumer to gateway_tenant using (${OWN}) with check (${OWN})`,
    );
    this.addSql('grant select, insert, update, delete on event_consumer to gateway_tenant');
    this.addSql('grant select on partner_event_head to gateway_tenant');
  }

  override down(): void {
    this.addSql('revoke select on partner_event_head from gateway_tenant');
    this.addSql('drop table event_consumer');
  }
}
