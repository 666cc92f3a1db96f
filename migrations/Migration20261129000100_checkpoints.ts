import { TableMigration } from './table-migration.ts';

/** Signed hashes of the events of partners: baseline of 0.1.0. */
export class Migration20261129000100_checkpoints extends TableMigration {
  override up(): void {
    this.addSql(`create table event_chain (
      partner_id text primary key,
      hash text not null,
      former_hash text not null,
      from_sequence text,
      to_sequence text not null,
      to_position bigint not null,
      events int not null,
      opened_at timestamptz(3),
      constraint event_chain_is_open_while_it_has_events
        check ((events > 0) = (opened_at is not null) and (events > 0) = (from_sequence is not null))
    ) with (fillfactor = 50)`);
    this.addSql('create index event_chain_opened_at_index on event_chain (opened_at) where opened_at is not null');
    this.ofPartners('event_chain');
    this.addSql(`create table event_chain_head (
      id smallint primary key,
      position bigint not null,
      constraint event_chain_head_is_single check (id = 1)
    )`);
    this.addSql('insert into event_chain_head (id, position) values (1, 0)');
    this.addSql(`create table event_checkpoint (
      id uuid primary key,
      partner_id text not null,
      to_position bigint not null,
      from_sequence text not null,
      to_sequence text not null,
      hash text not null,
      content text not null,
      signature text not null,
      public_key text not null,
      closed_at timestamptz(3) not null,
      constraint event_checkpoint_position_unique unique (partner_id, to_position)
    )`);
    this.addSql('create index event_checkpoint_closed_at_index on event_checkpoint (closed_at)');
    this.ofPartners('event_checkpoint', 'select');
  }

  override down(): void {
    this.addSql('drop table event_checkpoint, event_chain_head, event_chain');
  }
}
