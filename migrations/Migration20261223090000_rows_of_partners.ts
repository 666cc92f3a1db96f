import { Migration } from '@mikro-orm/migrations';

const PARTNER = `nullif(current_setting('gateway.partner', true), '')`;

/** Tables whose rows belonged to a partner by another row: where that names it, and which condition that was. */
const PARTS: Readonly<Record<string, { readonly owner: string; readonly belonged: string }>> = {
  call_tally: {
    owner: `coalesce(
      (select partner_id from webhook_configuration where id = part.configuration_id),
      (select partner_id from message_tally where configuration_id = part.configuration_id limit 1)
    )`,
    belonged: 'configuration_id in (select configuration.id from webhook_configuration as configuration)',
  },
  customer_record: {
    owner: '(select partner_id from customer_registration where id = part.registration_id)',
    belonged: `(select registration.partner_id from customer_registration as registration
      where registration.id = customer_record.registration_id) = ${PARTNER}`,
  },
  webhook_attempt: {
    owner: '(select partner_id from webhook_message where id = part.message_id)',
    belonged: `(select message.partner_id from webhook_message as message
      where message.id = webhook_attempt.message_id) = ${PARTNER}`,
  },
  webhook_breaker: {
    owner: '(select partner_id from webhook_configuration where id = part.configuration_id)',
    belonged: 'configuration_id in (select configuration.id from webhook_configuration as configuration)',
  },
};

/**
 * Each row names its partner: no policy looks into another table, and all rows of a partner can be copied to another
 * database. There numbers of pockets may be in use by others, so they are unique within a partner.
 */
export class Migration20261223090000_rows_of_partners extends Migration {
  override up(): void {
    for (const [table, { owner }] of Object.entries(PARTS)) {
      this.addSql(`alter table ${table} add column partner_id text`);
      this.addSql(`update ${table} as part set partner_id = ${owner}`);
      this.addSql(`delete from ${table} where partner_id is null`);
      this.addSql(`alter table ${table} alter partner_id set not null`);
      this.addSql(`drop policy ${table}_of_partner on ${table}`);
      this.addSql(`create policy ${table}_of_partner on ${table} to gateway_tenant
        using (partner_id = (select ${PARTNER})) with check (partner_id = ${PARTNER})`);
    }
    this.addSql(`alter table pocket drop constraint pocket_number_unique,
      add constraint pocket_number_unique unique (number, partner_id)`);
  }

  override down(): void {
    this.addSql(`alter table pocket drop constraint pocket_number_unique,
      add constraint pocket_number_unique unique (number)`);
    for (const [table, { belonged }] of Object.entries(PARTS)) {
      this.addSql(`drop policy ${table}_of_partner on ${table}`);
      this.addSql(`create policy ${table}_of_partner on ${table} to gateway_tenant
        using (${belonged}) with check (${belonged})`);
      this.addSql(`alter table ${table} drop column partner_id`);
    }
  }
}
