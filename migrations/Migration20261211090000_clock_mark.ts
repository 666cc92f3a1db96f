import { Migration } from '@mikro-orm/migrations';

/** The time when a worker looked last, to detect that the clock of the database was set back. */
export class Migration20261211090000_clock_mark extends Migration {
  override up(): void {
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

  override down(): void {
    this.addSql('drop table clock_mark');
  }
}
