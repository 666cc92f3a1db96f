import { TableMigration } from './table-migration.ts';

/** The relationship with a holder can end: in the sandbox, requests simulate it. */
export class Migration20261129135200_statuses_of_holders extends TableMigration {
  override up(): void {
    this.grant('update (status, registration_status)', 'holder');
  }

  /** Others may have granted the right to the status of the registration. */
  override down(): void {
    this.addSql('revoke update (status) on holder from gateway_tenant');
  }
}
