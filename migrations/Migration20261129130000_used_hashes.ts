import { Migration } from '@mikro-orm/migrations';

/** A used hash is kept, so that its holder learns that it was used. */
export class Migration20261129130000_used_hashes extends Migration {
  override up(): void {
    this.addSql('alter table transactional_hash add column used_at timestamptz(3)');
  }

  override down(): void {
    this.addSql('delete from transactional_hash where used_at is not null');
    this.addSql('alter table transactional_hash drop column used_at');
  }
}
