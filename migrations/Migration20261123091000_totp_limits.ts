import { Migration } from '@mikro-orm/migrations';

/** Keeps ended challenges, since they count for a day, and notes when the last wrong code came. */
export class Migration20261123091000_totp_limits extends Migration {
  override up(): void {
    this.addSql(
      'alter table totp_challenge add column last_wrong_at timestamptz(3) null, add column ended_at timestamptz(3) null',
    );
    this.addSql(
      `create index totp_challenge_partner_id_key_type_key_value_created_at_index
         on totp_challenge (partner_id, key_type, key_value, created_at)`,
    );
    this.addSql(
      `create index totp_challenge_partner_id_document_created_at_index
         on totp_challenge (partner_id, document, created_at)`,
    );
  }

  override down(): void {
    this.addSql('delete from totp_challenge where ended_at is not null');
    this.addSql('drop index totp_challenge_partner_id_key_type_key_value_created_at_index');
    this.addSql('drop index totp_challenge_partner_id_document_created_at_index');
    this.addSql('alter table totp_challenge drop column last_wrong_at, drop column ended_at');
  }
}
