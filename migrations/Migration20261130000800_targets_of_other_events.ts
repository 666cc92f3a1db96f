import { Migration } from '@mikro-orm/migrations';

/** Tables with the columns by which a target is unique. */
const TARGETS = {
  webhook_configuration: ['webhook_configuration_target_unique', 'partner_id, context, event_name, uri'],
  webhook_configuration_event: ['webhook_configuration_event_target_unique', 'partner_id, event_name, uri'],
} as const;

/** An address can have several configurations of OTHER events, whose names are compared by the service. */
export class Migration20261130000800_targets_of_other_events extends Migration {
  override up(): void {
    for (const [table, [name, columns]] of Object.entries(TARGETS)) {
      this.addSql(`alter table ${table} drop constraint ${name}`);
      this.addSql(`create unique index ${name} on ${table} (${columns}) where event_name <> 'OTHER'`);
    }
  }

  override down(): void {
    for (const [table, [name, columns]] of Object.entries(TARGETS)) {
      this.addSql(`drop index ${name}`);
      this.addSql(`alter table ${table} add constraint ${name} unique (${columns})`);
    }
  }
}
