import { Migration } from '@mikro-orm/migrations';

/** Pictures under analysis, customers, their registrations and records, and the contacts of each. */
export class Migration20261121140000_customers extends Migration {
  override up(): void {
    this.addSql(`create table document_analysis (
      token uuid not null,
      partner_id text not null,
      document_number text not null,
      document_type text not null,
      document_side text null,
      status text not null,
      picture_digest text not null,
      picture_bytes int not null,
      picture_type text not null,
      picture_is_readable boolean not null,
      submitted_at timestamptz(3) not null,
      due_at timestamptz(3) null,
      decided_at timestamptz(3) null,
      primary key (token)
    )`);
    this.addSql(
      `create index document_analysis_partner_id_document_number_index on document_analysis (partner_id, document_number)`,
    );
    this.addSql(`create index document_analysis_due_index on document_analysis (due_at) where due_at is not null`);
    this.addSql(
      `alter table document_analysis add constraint document_analysis_side_fits_type check ((document_type = 'SELFIE') = (document_side is null))`,
    );
    this.addSql(
      `alter table document_analysis add constraint document_analysis_is_decided_once check ((status = 'ANALYZING') = (decided_at is null))`,
    );
    this.addSql(
      `alter table document_analysis add constraint document_analysis_document_type_check check (document_type in ('RG', 'CNH', 'RNE', 'CRNM', 'DNI', 'SELFIE'))`,
    );
    this.addSql(
      `alter table document_analysis add constraint document_analysis_document_side_check check (document_side in ('FRONT', 'BACK'))`,
    );
    this.addSql(
      `alter table document_analysis add constraint document_analysis_status_check check (status in ('ANALYZING', 'APPROVED', 'REJECTED'))`,
    );
    this.addSql(
      `alter table document_analysis add constraint document_analysis_picture_type_check check (picture_type in ('image/jpeg', 'image/png'))`,
    );
    this.addSql(`create table customer (
      id uuid not null,
      partner_id text not null,
      document_number text not null,
      status text not null,
      registration_id uuid not null,
      pending_registration_id uuid null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) null,
      primary key (id)
    )`);
    this.addSql(
      `alter table customer add constraint customer_partner_id_document_number_unique unique (partner_id, document_number)`,
    );
    this.addSql(
      `alter table customer add constraint customer_pending_registration_id_unique unique (pending_registration_id)`,
    );
    this.addSql(
      `alter table customer add constraint customer_pending_is_pending check (status <> 'PENDING_APPROVAL' or pending_registration_id is not null)`,
    );
    this.addSql(
      `alter table customer add constraint customer_status_check check (status in ('PENDING_APPROVAL', 'APPROVED', 'REPROVED', 'BLOCKED', 'CANCELED'))`,
    );
    this.addSql(`create table customer_registration (
      id uuid not null,
      partner_id text not null,
      document_number text not null,
      status text not null,
      reasons text[] not null,
      correlation_id uuid not null,
      received_at timestamptz(3) not null,
      due_at timestamptz(3) null,
      decided_at timestamptz(3) null,
      reported_late_at timestamptz(3) null,
      primary key (id)
    )`);
    this.addSql(
      `create index customer_registration_partner_id_document_number_index on customer_registration (partner_id, document_number)`,
    );
    this.addSql(
      `create index customer_registration_due_index on customer_registration (due_at) where due_at is not null`,
    );
    this.addSql(
      `alter table customer_registration add constraint customer_registration_is_decided_once check ((status = 'PENDING_APPROVAL') = (decided_at is null))`,
    );
    this.addSql(
      `alter table customer_registration add constraint customer_registration_status_check check (status in ('PENDING_APPROVAL', 'APPROVED', 'REPROVED', 'BLOCKED', 'CANCELED'))`,
    );
    this.addSql(`create table customer_record (
      registration_id uuid not null,
      register_name text not null,
      social_name text null,
      birth_date date not null,
      phone_country_code text not null,
      phone_number text not null,
      phone_e164 text not null,
      email text not null,
      zip_code text not null,
      address_line text not null,
      building_number text not null,
      complement text null,
      neighborhood text not null,
      city text not null,
      state text not null,
      country text not null,
      declared_income text null,
      income_value numeric(16,2) not null,
      income_currency text not null,
      occupation text not null,
      pep_level text not null,
      mother_name text not null,
      selfie_token uuid null,
      id_card_front_token uuid null,
      id_card_back_token uuid null,
      primary key (registration_id)
    )`);
    this.addSql(
      `alter table customer_record add constraint customer_record_income_is_not_negative check (income_value >= 0)`,
    );
    this.addSql(
      `alter table customer_record add constraint customer_record_declared_income_check check (declared_income in ('LESS_THAN_ONE_THOUSAND', 'FROM_ONE_THOUSAND_TO_TWO_THOUSAND', 'FROM_TWO_THOUSAND_TO_THREE_THOUSAND', 'FROM_THREE_THOUSAND_TO_FIVE_THOUSAND', 'FROM_FIVE_THOUSAND_TO_TEN_THOUSAND', 'FROM_TEN_THOUSAND_TO_TWENTY_THOUSAND', 'OVER_TWENTY_THOUSAND'))`,
    );
    this.addSql(
      `alter table customer_record add constraint customer_record_pep_level_check check (pep_level in ('NONE', 'SELF', 'RELATED'))`,
    );
    this.addSql(
      `alter table customer_record add constraint customer_record_registration_id_foreign foreign key (registration_id) references customer_registration (id)`,
    );
    this.addSql(`create table customer_contact (
      partner_id text not null,
      kind text not null,
      value text not null,
      customer_id uuid not null,
      primary key (partner_id, kind, value)
    )`);
    this.addSql(`create index customer_contact_customer_id_index on customer_contact (customer_id)`);
    this.addSql(
      `alter table customer_contact add constraint customer_contact_kind_check check (kind in ('EMAIL', 'PHONE'))`,
    );
    this.addSql(
      `alter table customer_contact add constraint customer_contact_customer_id_foreign foreign key (customer_id) references customer (id)`,
    );
    // Sandboxes have events of registrations that were never stored; those are not analysed.
    this.addSql(`insert into customer_registration (id, partner_id, document_number, status, reasons, correlation_id,
        received_at, decided_at)
      select received.subject_id, received.partner_id, received.entity_id,
        case decided.name when 'CUSTOMER_WAS_APPROVED' then 'APPROVED' when 'CUSTOMER_WAS_REPROVED' then 'REPROVED'
          else 'PENDING_APPROVAL' end,
        '{}', received.correlation_id, received.occurred_at, decided.occurred_at
      from event as received
      left join event as decided on decided.subject_id = received.subject_id
        and decided.name in ('CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_REPROVED')
      where received.name = 'CUSTOMER_WAS_RECEIVED'`);
  }

  override down(): void {
    for (const table of [
      ...['customer_contact', 'customer_record', 'customer_registration', 'customer', 'document_analysis'],
    ])
      this.addSql(`drop table ${table}`);
  }
}
