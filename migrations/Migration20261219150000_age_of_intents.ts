import { Migration } from '@mikro-orm/migrations';

/** When a request was first sent, by a second clock: the database's may be set back while its outcome is open. */
export class Migration20261219150000_age_of_intents extends Migration {
  override up(): void {
    this.addSql('alter table provider_intent add column machine_at timestamptz(3)');
    this.addSql('update provider_intent set machine_at = created_at');
    this.addSql('alter table provider_intent alter column machine_at set not null');
  }

  override down(): void {
    this.addSql('alter table provider_intent drop column machine_at');
  }
}
