import { TableMigration } from './table-migration.ts';

/** Named positions of partners in their events: baseline of 0.1.0. */
export class Migration20261129000300_consumers extends TableMigration {
  override up(): void {
    this.addSql(`create table event_consumer (
      id uuid primary key,
      partner_id text not null,
      name text not null,
      filter text not null,
      lease_seconds int not null,
      epoch int not null,
      position bigint not null,
      given_at timestamptz(3),
      worker text,
      leased_until timestamptz(3),
      moves int not null default 0,
      constraint event_consumer_name_unique unique (partner_id, name),
      constraint event_consumer_has_a_place check (position >= 0 and epoch > 0),
      constraint event_consumer_is_leased_to_a_worker check ((worker is null) = (leased_until is null))
    ) with (fillfactor = 50)`);
    this.ofPartners('event_consumer', 'select, insert, update, delete');
  }

  override down(): void {
    this.addSql('drop table event_consumer');
  }
}
