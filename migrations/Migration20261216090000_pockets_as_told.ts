import { Migration } from '@mikro-orm/migrations';

/** What answers of a provider about a known pocket may change on behalf of a partner, besides what they may already. */
export class Migration20261216090000_pockets_as_told extends Migration {
  override up(): void {
    this.addSql(`grant update (${REPORTED}) on pocket to gateway_tenant`);
  }

  override down(): void {
    this.addSql(`revoke update (${REPORTED}) on pocket from gateway_tenant`);
  }
}

const REPORTED = 'user_name, user_document_value, user_document_type, user_birth_date, metadata';
