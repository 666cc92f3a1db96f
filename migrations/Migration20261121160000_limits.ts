import { Migration } from '@mikro-orm/migrations';

/**
 * What partners have left of their limits. Buckets are unlogged: they are written every few operations, and a crash may
 * refill them. Budgets of refused look-ups take hours to refill, so they are logged.
 */
export class Migration20261121160000_limits extends Migration {
  override up(): void {
    this.addSql(`create unlogged table rate_limit (
      "key" varchar(255) not null,
      points int not null default 0,
      expire bigint null,
      primary key ("key")
    )`);
    this.addSql(`create table lookup_budget (
      partner_id text not null,
      points double precision not null,
      counted_at timestamptz(3) not null,
      primary key (partner_id)
    )`);
  }

  override down(): void {
    for (const table of ['lookup_budget', 'rate_limit']) this.addSql(`drop table ${table}`);
  }
}
