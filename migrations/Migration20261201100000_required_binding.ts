import { Migration } from '@mikro-orm/migrations';

/** Since when only sender-bound tokens of a partner are accepted. */
export class Migration20261201100000_required_binding extends Migration {
  override up(): void {
    this.addSql('alter table partner add column binding_required_at timestamptz(3) null');
    this.addSql('drop index partner_suspended_index');
    // Read every second, by every process.
    this.addSql(
      'create index partner_restricted_index on partner (id) where suspended_at is not null or binding_required_at is not null',
    );
  }

  override down(): void {
    this.addSql('alter table partner drop column binding_required_at');
    this.addSql('create index partner_suspended_index on partner (id) where suspended_at is not null');
  }
}
