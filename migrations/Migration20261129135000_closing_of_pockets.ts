import { TableMigration } from './table-migration.ts';

/** Pockets can be closed. */
export class Migration20261129135000_closing_of_pockets extends TableMigration {
  override up(): void {
    this.addSql(`alter type event_name add value if not exists 'POCKET_ACCOUNT_WAS_FULLY_CLOSED'`);
    this.grant('update (status, reason)', 'pocket');
  }

  /** The right stays: in front of a provider, requests have it anyway. PostgreSQL cannot remove a value. */
  override down(): void {
    // Nothing to revert.
  }
}
