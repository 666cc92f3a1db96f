import { Migration } from '@mikro-orm/migrations';

/** Who sent which mutation, and how it ended. */
export class Migration20261121170000_audit_trail extends Migration {
  override up(): void {
    this.addSql(`create table audit_entry (
      id uuid not null,
      at timestamptz(3) not null,
      partner_id text not null,
      client text null,
      mutation text not null,
      "result" text not null,
      correlation_id uuid not null,
      primary key (id)
    )`);
    this.addSql(`create index audit_entry_at_index on audit_entry (at)`);
    this.addSql(`create index audit_entry_correlation_id_index on audit_entry (correlation_id)`);
    this.addSql(`create index audit_entry_partner_id_at_index on audit_entry (partner_id, at)`);
  }

  override down(): void {
    this.addSql('drop table audit_entry');
  }
}
