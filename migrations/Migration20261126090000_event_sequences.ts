import { Migration } from '@mikro-orm/migrations';

/**
 * Each event gets its position among those of its partner, and the latest instant of those up to it; stored events are
 * numbered in the order of the log.
 */
export class Migration20261126090000_event_sequences extends Migration {
  override up(): void {
    this.addSql(`alter table event_head add column epoch int not null default 1`);
    this.addSql(`alter table event_head add constraint event_head_has_an_epoch check (epoch > 0)`);
    this.addSql(`create table partner_event_head (
      partner_id text not null,
      position bigint not null,
      reached_at timestamptz(3) not null,
      primary key (partner_id),
      constraint partner_event_head_is_positive check (position > 0)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    const own = `partner_id = nullif(current_setting('gateway.partner', true), '')`;
    this.addSql('alter table partner_event_head enable row level security');
    this.addSql(
      `create policy partner_event_head_of_partner on partner_event_head to gateway_tenant using (${own}) with check (${own})`,
    );
    this.numberStored();
    this.addSql(`insert into partner_event_head (partner_id, position, reached_at)
      select partner_id, max(partner_position), max(reached_at) from event group by partner_id`);
    this.addSql(`alter table event add constraint event_partner_position_unique unique (partner_id, partner_position),
      add constraint event_partner_position_is_positive check (epoch > 0 and partner_position > 0)`);
  }

  /** Positions are lost: migrating forward again numbers the events stored then from 1. */
  override down(): void {
    this.addSql('alter table event drop column epoch, drop column partner_position, drop column reached_at');
    this.addSql('drop table partner_event_head');
    this.addSql('alter table event_head drop column epoch');
  }

  /**
   * A type change writes each row once, replaces the table, and rebuilds each index; an update would leave the log
   * twice as large. The expression of such a change can read other tables only in a function.
   */
  private numberStored(): void {
    this.addSql(`create temporary table event_place on commit drop as
      select position, row_number() over place as partner_position, max(occurred_at) over place as reached_at
      from event window place as (partition by partner_id order by position)`);
    this.addSql('create unique index on event_place (position) include (partner_position, reached_at)');
    this.addSql('analyze event_place');
    this.addSql(`create function pg_temp.place_of(at bigint) returns event_place language sql stable
      as 'select * from event_place where position = at'`);
    this.addSql(`alter table event add column epoch int not null default 1, add column partner_position bigint,
      add column reached_at timestamptz(3)`);
    this.addSql(`alter table event alter epoch drop default,
      alter partner_position type bigint using (pg_temp.place_of(position)).partner_position,
      alter partner_position set not null,
      alter reached_at type timestamptz(3) using (pg_temp.place_of(position)).reached_at,
      alter reached_at set not null`);
    this.addSql('drop function pg_temp.place_of(bigint)');
  }
}
