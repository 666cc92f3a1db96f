import { TableMigration } from './table-migration.ts';

/** A rejected registration can be analysed in detail, once. */
export class Migration20261129140000_detailed_analyses extends TableMigration {
  override up(): void {
    this.addSql(`alter table customer_registration
      add column detailed_requested_at timestamptz(3),
      add column detailed_due_at timestamptz(3),
      add column detailed_decided_at timestamptz(3)`);
    this.addSql(`create index customer_registration_detailed_index
      on customer_registration (detailed_due_at) where detailed_due_at is not null and detailed_decided_at is null`);
    // The sandbox decides them in requests.
    this.grant(
      'update (status, reasons, due_at, decided_at, detailed_requested_at, detailed_due_at, detailed_decided_at)',
      'customer_registration',
    );
    this.grant('delete', 'customer_contact');
    this.grant('update (name, registration_status)', 'holder');
    this.addSql(`alter type event_name add value if not exists 'CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED'`);
  }

  /** Keeps the value of the enum, which PostgreSQL cannot remove. */
  override down(): void {
    this.addSql('revoke update (status, reasons, due_at, decided_at) on customer_registration from gateway_tenant');
    this.addSql('revoke delete on customer_contact from gateway_tenant');
    this.addSql('revoke update (name, registration_status) on holder from gateway_tenant');
    this.addSql(`alter table customer_registration
      drop column detailed_requested_at, drop column detailed_due_at, drop column detailed_decided_at`);
  }
}
