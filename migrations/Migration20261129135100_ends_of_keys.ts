import { TableMigration } from './table-migration.ts';

/** Keys can be deleted, and identify another account. */
export class Migration20261129135100_ends_of_keys extends TableMigration {
  override up(): void {
    for (const name of ['PIX_ENTRY_WAS_DELETED', 'PIX_ENTRY_ACCOUNT_WAS_CHANGED'])
      this.addSql(`alter type event_name add value if not exists '${name}'`);
    this.grant('update (account_id), delete', 'pix_entry');
    this.grant('insert', 'pix_entry_excluded');
    // Finds the newest deleted random keys of an account.
    this.addSql(
      'create index pix_entry_excluded_account_id_created_at_index on pix_entry_excluded (account_id, created_at)',
    );
    this.addSql('drop index pix_entry_excluded_account_id_index');
  }

  /** PostgreSQL cannot remove the values. */
  override down(): void {
    this.addSql('create index pix_entry_excluded_account_id_index on pix_entry_excluded (account_id)');
    this.addSql('drop index pix_entry_excluded_account_id_created_at_index');
    this.addSql('revoke insert on pix_entry_excluded from gateway_tenant');
    this.addSql('revoke update (account_id), delete on pix_entry from gateway_tenant');
  }
}
