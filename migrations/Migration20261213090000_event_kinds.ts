import { Migration } from '@mikro-orm/migrations';

/** Finds events by context and name in the order of the log. */
export class Migration20261213090000_event_kinds extends Migration {
  override up(): void {
    this.addSql('create index event_kind_index on event (partner_id, context, name, position)');
  }

  override down(): void {
    this.addSql('drop index event_kind_index');
  }
}
