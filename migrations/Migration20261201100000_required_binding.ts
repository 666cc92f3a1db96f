import { Migration } from '@mikro-orm/migrations';

/** Since when only tokens of a partner are taken that are bound to their sender. */
export class Migration20261201100000_required_binding extends Migration {
  override up(): void {
    this.addSql('alter table partner add column binding_required_at timestamptz(3) null');
    this.addSql('drop index partner_suspended_index');
    // Asked for each second, by every process.
    this.addSql(
      'create index partner_restricted_index on partner (id) where suspended_at is not null or binding_required_at is not null',
    );
  }

  override down(): void {
    this.addSql('alter table partner drop column binding_required_at');
    this.addSql('create index partner_suspended_index on partner (id) where suspended_at is not null');
  }
}
