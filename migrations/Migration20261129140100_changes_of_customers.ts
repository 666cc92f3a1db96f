import { TableMigration } from './table-migration.ts';

/** Customers are changed and cancelled; what was in force before a change is kept. */
export class Migration20261129140100_changes_of_customers extends TableMigration {
  override up(): void {
    this.addSql(`alter type event_name add value if not exists 'CUSTOMER_WAS_UPDATED'`);
    this.addSql(`alter type event_name add value if not exists 'CUSTOMER_WAS_CANCELED'`);
    this.addSql(`create table customer_former_record (
      id uuid primary key,
      registration_id uuid not null,
      partner_id text not null,
      replaced_at timestamptz(3) not null,
      record json not null
    )`);
    this.addSql(`create index customer_former_record_registration_id_index
      on customer_former_record (registration_id)`);
    this.ofPartners('customer_former_record', 'insert');
    this.grant('update', 'customer_record');
  }

  /** Keeps the values of the enum, which PostgreSQL cannot remove. */
  override down(): void {
    this.addSql('drop table customer_former_record');
    this.addSql('revoke update on customer_record from gateway_tenant');
  }
}
