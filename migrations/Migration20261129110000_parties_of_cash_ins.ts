import { Migration } from '@mikro-orm/migrations';

/** Who paid and who received, sealed: personal data are kept apart from the event log. */
export class Migration20261129110000_parties_of_cash_ins extends Migration {
  override up(): void {
    this.addSql('alter table cash_in add column parties text');
  }

  override down(): void {
    this.addSql('alter table cash_in drop column parties');
  }
}
