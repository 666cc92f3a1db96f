import { Migration } from '@mikro-orm/migrations';

/**
 * Each epoch of the log stores where it began, and the head of the log which database moved it last. That is determined
 * at the next move: a copy of this database has not moved it yet.
 */
export class Migration20261203100000_event_epochs extends Migration {
  override up(): void {
    this.addSql(`create table event_epoch (
      epoch int not null,
      opened_after bigint not null,
      opened_at timestamptz(3) not null default now(),
      primary key (epoch),
      constraint event_epoch_follows_a_position check (epoch > 0 and opened_after >= 0)
    )`);
    this.addSql('insert into event_epoch (epoch, opened_after) select epoch, 0 from event_head');
    this.addSql('grant select on event_epoch to gateway_tenant');
    this.addSql('alter table event_head add column database_identity text null');
  }

  override down(): void {
    this.addSql('alter table event_head drop column database_identity');
    this.addSql('drop table event_epoch');
  }
}
