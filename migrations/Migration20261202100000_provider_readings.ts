import { Migration } from '@mikro-orm/migrations';

/** When the provider last reported stored data, and what its answers to reads may change on behalf of a partner. */
export class Migration20261202100000_provider_readings extends Migration {
  override up(): void {
    this.addSql(`create table provider_reading (
      subject_id uuid not null, part text not null,
      partner_id text not null, told_at timestamptz(3) not null,
      primary key (subject_id, part)
    )`);
    this.addSql('alter table provider_reading enable row level security');
    const own = `partner_id = nullif(current_setting('gateway.partner', true), '')`;
    this.addSql(
      `create policy provider_reading_of_partner on provider_reading to gateway_tenant using (${own}) with check (${own})`,
    );
    this.addSql('grant select, insert, update on provider_reading to gateway_tenant');
    this.addSql('grant update (label, status, reason) on pocket to gateway_tenant');
    // What a decision changes of a customer, whether an event or a read reports it.
    this.addSql(`grant update (${REGISTRATION}) on customer_registration to gateway_tenant`);
    this.addSql('grant update (registration_status, name) on holder to gateway_tenant');
    this.addSql('grant delete on customer_contact to gateway_tenant');
    this.addSql(`grant update (${RECORD}) on customer_record to gateway_tenant`);
  }

  override down(): void {
    this.addSql(`revoke update (${RECORD}) on customer_record from gateway_tenant`);
    this.addSql('revoke delete on customer_contact from gateway_tenant');
    this.addSql('revoke update (registration_status, name) on holder from gateway_tenant');
    this.addSql(`revoke update (${REGISTRATION}) on customer_registration from gateway_tenant`);
    this.addSql('revoke update (label, status, reason) on pocket from gateway_tenant');
    this.addSql('drop table provider_reading');
  }
}

const REGISTRATION = 'status, decided_at, reasons, due_at';
/** What a provider reports about a person. */
const RECORD = [
  ...['register_name', 'social_name', 'birth_date', 'phone_country_code', 'phone_number', 'phone_e164', 'email'],
  ...['zip_code', 'address_line', 'building_number', 'complement', 'neighborhood', 'city', 'state', 'country'],
  ...['income_value', 'income_currency', 'occupation', 'pep_level', 'mother_name'],
].join(', ');
