import { Migration } from '@mikro-orm/migrations';

/** Since when the tokens of a partner are refused. */
export class Migration20261124100000_suspended_partners extends Migration {
  override up(): void {
    this.addSql('alter table partner add column suspended_at timestamptz(3) null');
    // Read every second, by every process.
    this.addSql('create index partner_suspended_index on partner (id) where suspended_at is not null');
  }

  override down(): void {
    this.addSql('alter table partner drop column suspended_at');
  }
}
