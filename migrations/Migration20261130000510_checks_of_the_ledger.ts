import { Migration } from '@mikro-orm/migrations';

/** The books are checked every hour, by one worker. */
export class Migration20261130000510_checks_of_the_ledger extends Migration {
  override up(): void {
    this.addSql(`create table ledger_check (
      id int primary key,
      moved_since timestamptz(3) not null,
      checked_at timestamptz(3) not null,
      violations int not null,
      constraint ledger_check_is_one_row check (id = 1)
    )`);
    this.addSql('insert into ledger_check values (1, now(), now(), 0)');
  }

  override down(): void {
    this.addSql('drop table ledger_check');
  }
}
