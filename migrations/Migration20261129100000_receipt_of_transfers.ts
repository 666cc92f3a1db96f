import { Migration } from '@mikro-orm/migrations';

/** A bank transfer is received before it is cleared. */
export class Migration20261129100000_receipt_of_transfers extends Migration {
  override up(): void {
    this.addSql(`alter type event_name add value if not exists 'TED_CASH_IN_WAS_RECEIVED'`);
  }

  /** PostgreSQL cannot remove the value. */
  override down(): void {}
}
