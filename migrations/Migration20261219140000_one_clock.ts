import { Migration } from '@mikro-orm/migrations';

/** Nothing notes the time any more: what waits when the database's clock is set back waits longer by as much. */
export class Migration20261219140000_one_clock extends Migration {
  override up(): void {
    this.addSql('drop table clock_mark');
  }

  override down(): void {
    this.addSql(`create table clock_mark (
      id smallint not null,
      told_at timestamptz(6) not null,
      owed_seconds float8 not null,
      owed_since timestamptz(6) null,
      primary key (id),
      constraint clock_mark_is_single check (id = 1)
    )`);
    this.addSql('insert into clock_mark (id, told_at, owed_seconds) values (1, now(), 0)');
  }
}
