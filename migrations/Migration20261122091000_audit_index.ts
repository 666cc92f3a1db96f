import { Migration } from '@mikro-orm/migrations';

/** Entries are looked up by partner, with that index: the one on time was written for each entry and never read. */
export class Migration20261122091000_audit_index extends Migration {
  override up(): void {
    this.addSql('drop index audit_entry_at_index');
  }

  override down(): void {
    this.addSql('create index audit_entry_at_index on audit_entry (at)');
  }
}
