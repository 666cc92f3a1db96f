import { Migration } from '@mikro-orm/migrations';

/** Months are retired in steps, a day apart. After a rollback, detached months remain as separate tables. */
export class Migration20261124090000_retiring_months extends Migration {
  override up(): void {
    this.addSql(
      `create table retiring_month (name text primary key, parent text not null, found_at timestamptz(3) not null,
         detached_at timestamptz(3))`,
    );
  }

  override down(): void {
    this.addSql('drop table retiring_month');
  }
}
