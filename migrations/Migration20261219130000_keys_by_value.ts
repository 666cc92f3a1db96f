import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes of addressing keys have the value before the type. Behind row-level security PostgreSQL searches no index by an
 * enum, whose comparison might reveal a row in its error message: it read the whole index to find one key. The name of
 * the constraint stays, as processes of an earlier release know it by that.
 */
export class Migration20261219130000_keys_by_value extends Migration {
  override up(): void {
    this.change(['key_type', 'key_value'], ['key_value', 'key_type']);
  }

  override down(): void {
    this.change(['key_value', 'key_type'], ['key_type', 'key_value']);
  }

  private change(from: readonly string[], to: readonly string[]): void {
    this.addSql(`alter table pix_entry drop constraint pix_entry_key_type_key_value_unique,
      add constraint pix_entry_key_type_key_value_unique unique (${to.join(', ')})`);
    this.addSql(`drop index totp_challenge_partner_id_${from.join('_')}_created_at_index`);
    this.addSql(`create index totp_challenge_partner_id_${to.join('_')}_created_at_index
      on totp_challenge (partner_id, ${to.join(', ')}, created_at)`);
  }
}
