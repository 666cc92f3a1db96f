import { Migration } from '@mikro-orm/migrations';

/** How far it was told that a breaker which has closed holds messages no longer. */
export class Migration20261121133000_released_positions extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_breaker add column released_position bigint null`);
  }

  override down(): void {
    this.addSql(`alter table webhook_breaker drop column released_position`);
  }
}
