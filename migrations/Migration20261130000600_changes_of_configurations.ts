import { Migration } from '@mikro-orm/migrations';

/** Partners are told of changes of their webhook configurations. */
export class Migration20261130000600_changes_of_configurations extends Migration {
  override up(): void {
    this.addSql(`alter type event_name add value if not exists 'WEBHOOK_CONFIGURATION_WAS_CHANGED'`);
    this.addSql(`alter type event_context add value if not exists 'WEBHOOK'`);
  }

  /** PostgreSQL cannot remove the values. */
  override down(): void {}
}
