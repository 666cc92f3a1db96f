import { TableMigration } from './table-migration.ts';

/** An event of a provider can tell later who paid and who received. */
export class Migration20261129134200_parties_of_providers extends TableMigration {
  override up(): void {
    this.grant('update (parties)', 'cash_in');
  }

  override down(): void {
    this.addSql('revoke update (parties) on cash_in from gateway_tenant');
  }
}
