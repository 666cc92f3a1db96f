import { Migration } from '@mikro-orm/migrations';

const WORK = [
  ['document_analysis', 'document_analysis_due_index', 'due_at', 'due_at is not null'],
  ['customer_registration', 'customer_registration_due_index', 'due_at', 'due_at is not null'],
  ['webhook_reprocessing', 'webhook_reprocessing_running_index', 'created_at', 'finished_at is null'],
] as const;

/** Background work is looked up by partner first: partners take turns. */
export class Migration20261123120000_turns_of_partners extends Migration {
  override up(): void {
    for (const [table, index, column, condition] of WORK) {
      this.addSql(`drop index ${index}`);
      this.addSql(`create index ${index} on ${table} (partner_id, ${column}) where ${condition}`);
    }
  }

  override down(): void {
    for (const [table, index, column, condition] of WORK) {
      this.addSql(`drop index ${index}`);
      this.addSql(`create index ${index} on ${table} (${column}) where ${condition}`);
    }
  }
}
