import { Migration } from '@mikro-orm/migrations';

/** A stream recognizes that its consumer was moved, even if its worker has leased it again meanwhile. */
export class Migration20261217090000_consumer_moves extends Migration {
  override up(): void {
    this.addSql('alter table event_consumer add column moves int not null default 0');
  }

  override down(): void {
    this.addSql('alter table event_consumer drop column moves');
  }
}
