import { Migration } from '@mikro-orm/migrations';

/** Signing keys of partners can be rotated: each stores when it was published, and until when it still signs. */
export class Migration20261208110000_rotated_signing_keys extends Migration {
  override up(): void {
    this.addSql(`alter table signing_key
      add column published_at timestamptz(3) not null default now(),
      add column signs_until timestamptz(3) null`);
    // None was rotated so far: both keys of a partner date from its first signature.
    this.addSql(`update signing_key as key set published_at = first.signs_from
      from signing_key as first where first.partner_id = key.partner_id and first.signs_from is not null`);
    this.addSql('grant update, delete on signing_key to gateway_tenant');
  }

  override down(): void {
    this.addSql('revoke update, delete on signing_key from gateway_tenant');
    this.addSql('alter table signing_key drop column published_at, drop column signs_until');
  }
}
