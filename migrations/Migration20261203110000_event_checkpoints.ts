import { Migration } from '@mikro-orm/migrations';

const OWN = `partner_id = nullif(current_setting('gateway.partner', true), '')`;

/** Each partner has keys that sign for it, and signed checkpoints of its events, including those stored before. */
export class Migration20261203110000_event_checkpoints extends Migration {
  override up(): void {
    this.addSql(`create table signing_key (
      id uuid not null,
      partner_id text not null,
      set_id uuid not null,
      public_key text not null,
      sealed_key text not null,
      signs_from timestamptz(3) null,
      primary key (id)
    )`);
    this.addSql('create index signing_key_partner_id_index on signing_key (partner_id)');
    this.addSql('create index signing_key_set_id_index on signing_key (set_id)');
    this.addSql('create unique index signing_key_next_unique on signing_key (partner_id) where signs_from is null');
    this.addSql(`create table event_checkpoint (
      id uuid not null,
      partner_id text not null,
      to_position bigint not null,
      from_sequence text not null,
      to_sequence text not null,
      hash text not null,
      content text not null,
      signature text not null,
      public_key text not null,
      closed_at timestamptz(3) not null,
      primary key (id),
      constraint event_checkpoint_position_unique unique (partner_id, to_position)
    )`);
    this.addSql('create index event_checkpoint_closed_at_index on event_checkpoint (closed_at)');
    this.addSql(`create table event_chain (
      partner_id text not null,
      hash text not null,
      former_hash text not null,
      from_sequence text null,
      to_sequence text not null,
      to_position bigint not null,
      events int not null,
      opened_at timestamptz(3) null,
      primary key (partner_id),
      constraint event_chain_is_open_while_it_has_events check (
        (events > 0) = (opened_at is not null) and (events > 0) = (from_sequence is not null)
      )
    ) with (fillfactor = 50)`);
    this.addSql('create index event_chain_opened_at_index on event_chain (opened_at) where opened_at is not null');
    this.addSql(`create table event_chain_head (
      id smallint not null,
      position bigint not null,
      primary key (id),
      constraint event_chain_head_is_single check (id = 1)
    )`);
    this.addSql('insert into event_chain_head (id, position) values (1, 0)');
    for (const [table, rights] of [
      ['signing_key', 'select, insert'],
      ['event_checkpoint', 'select'],
      ['event_chain', ''],
    ]) {
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`create policy ${table}_of_partner on ${table} to gateway_tenant using (${OWN}) with check (${OWN})`);
      if (rights !== '') this.addSql(`grant ${rights} on ${table} to gateway_tenant`);
    }
  }

  override down(): void {
    for (const table of ['event_chain_head', 'event_chain', 'event_checkpoint', 'signing_key'])
      this.addSql(`drop table ${table}`);
  }
}
