import { Migration } from '@mikro-orm/migrations';

/** Up to which position a closed breaker has reported that it no longer holds messages. */
export class Migration20261121133000_released_positions extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_breaker add column released_position bigint null`);
  }

  override down(): void {
    this.addSql(`alter table webhook_breaker drop column released_position`);
  }
}
