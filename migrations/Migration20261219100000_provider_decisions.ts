import { Migration } from '@mikro-orm/migrations';

/**
 * When a provider decided the last registration of a customer, by its own clock: what it shows as of then says nothing
 * about a later registration. Nothing is known of those decided before.
 */
export class Migration20261219100000_provider_decisions extends Migration {
  override up(): void {
    this.addSql('alter table customer add column provider_decided_at timestamptz(3)');
  }

  override down(): void {
    this.addSql('alter table customer drop column provider_decided_at');
  }
}
