import { Migration } from '@mikro-orm/migrations';

/** Accounts are closed. */
export class Migration20261129140200_closing_of_accounts extends Migration {
  override up(): void {
    this.addSql(`alter type event_name add value if not exists 'ACCOUNT_WAS_CLOSED'`);
    this.addSql(`alter type event_context add value if not exists 'ACCOUNT'`);
  }

  /** PostgreSQL cannot remove the values. */
  override down(): void {}
}
