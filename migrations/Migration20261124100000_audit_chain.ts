import { Migration } from '@mikro-orm/migrations';

const PARTNER = `nullif(current_setting('gateway.partner', true), '')`;

/**
 * Entries are written in the transaction that they describe, by the process that runs it, and join a chain of hashes
 * afterwards. Requests can add entries, but not read, change or delete any.
 */
export class Migration20261124100000_audit_chain extends Migration {
  override up(): void {
    this.addSql(`create table audit_outbox (
      id uuid primary key, at timestamptz(3) not null, partner_id text not null, client text, mutation text not null,
      result text not null, subject text, count int not null default 1, correlation_id uuid not null
    ) with (autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql('create table audit_head (partner_id text primary key, position bigint not null, hash text not null)');
    this.addSql(`alter table audit_entry add column subject text, add column count int not null default 1,
      add column position bigint, add column hash text`);
    this.addSql('alter table audit_entry add constraint audit_entry_position_unique unique (partner_id, position)');
    for (const table of ['audit_outbox', 'audit_head']) {
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`create policy ${table}_of_partner on ${table} to gateway_tenant
        using (partner_id = ${PARTNER}) with check (partner_id = ${PARTNER})`);
    }
    this.addSql('grant insert on audit_outbox to gateway_tenant');
  }

  /** Keeps entries, in the order of their ids; positions and hashes are dropped. */
  override down(): void {
    this.addSql(`insert into audit_entry (id, at, partner_id, client, mutation, result, correlation_id)
      select id, at, partner_id, client, mutation, result, correlation_id from audit_outbox`);
    this.addSql(
      'alter table audit_entry drop column subject, drop column count, drop column position, drop column hash',
    );
    this.addSql('drop table audit_head');
    this.addSql('drop table audit_outbox');
  }
}
