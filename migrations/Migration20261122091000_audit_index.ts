import { Migration } from '@mikro-orm/migrations';

/** Entries are looked for by partner, and by that index: the one by time alone was written with each and never read. */
export class Migration20261122091000_audit_index extends Migration {
  override up(): void {
    this.addSql('drop index audit_entry_at_index');
  }

  override down(): void {
    this.addSql('create index audit_entry_at_index on audit_entry (at)');
  }
}
