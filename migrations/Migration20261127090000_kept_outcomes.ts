import { Migration } from '@mikro-orm/migrations';

/**
 * The outcome of a key is available for seven days after its success, however long it is replayed. The previous release
 * writes no instant: its keys succeed when their rows are written.
 */
export class Migration20261127090000_kept_outcomes extends Migration {
  override up(): void {
    this.addSql('alter table idempotency_key add column succeeded_at timestamptz(3) not null default now()');
    // Until now, keys were valid for 360 seconds.
    this.addSql(`update idempotency_key set succeeded_at = expires_at - interval '360 seconds'`);
    this.addSql('create index idempotency_key_succeeded_at_index on idempotency_key (succeeded_at)');
    this.addSql('drop index idempotency_key_expires_at_index');
  }

  override down(): void {
    this.addSql('create index idempotency_key_expires_at_index on idempotency_key (expires_at)');
    this.addSql('alter table idempotency_key drop column succeeded_at');
  }
}
