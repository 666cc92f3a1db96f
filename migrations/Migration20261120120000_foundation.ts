import { Migration } from '@mikro-orm/migrations';

/** Partners, accounts, pockets, idempotency keys and the event log. */
export class Migration20261120120000_foundation extends Migration {
  override up(): void {
    this.addSql(`create table partner (
      id text not null,
      name text not null,
      company_key text not null,
      created_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql(`alter table partner add constraint partner_company_key_unique unique (company_key)`);
    this.addSql(`create table bank (
      ispb text not null,
      code text null,
      name text not null,
      primary key (ispb)
    )`);
    this.addSql(`create table account_program (
      id uuid not null,
      partner_id text not null,
      name text not null,
      pockets_configured boolean not null,
      primary key (id)
    )`);
    this.addSql(`create table holder (
      id uuid not null,
      partner_id text not null,
      document_value text not null,
      document_type text not null,
      type text not null,
      name text not null,
      status text not null,
      registration_status text not null,
      created_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql(
      `alter table holder add constraint holder_partner_id_document_value_unique unique (partner_id, document_value)`,
    );
    this.addSql(
      `alter table holder add constraint holder_document_type_check check (document_type in ('CPF', 'CNPJ'))`,
    );
    this.addSql(`alter table holder add constraint holder_type_check check (type in ('CUSTOMER', 'BUSINESS'))`);
    this.addSql(`alter table holder add constraint holder_status_check check (status in ('ACTIVE', 'BLOCKED'))`);
    this.addSql(
      `alter table holder add constraint holder_registration_status_check check (registration_status in ('PENDING_APPROVAL', 'APPROVED', 'REPROVED', 'BLOCKED', 'CANCELED'))`,
    );
    this.addSql(`create table payment_account (
      id uuid not null,
      partner_id text not null,
      program_id uuid not null,
      holder_id uuid not null,
      bank_ispb text not null,
      branch text not null,
      number text not null,
      type text not null,
      status text not null,
      reason text null,
      pocket_limit int not null,
      created_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql(
      `alter table payment_account add constraint payment_account_partner_id_number_unique unique (partner_id, number)`,
    );
    this.addSql(
      `alter table payment_account add constraint payment_account_pocket_limit_is_a_count check (pocket_limit >= 0)`,
    );
    this.addSql(
      `alter table payment_account add constraint payment_account_type_check check (type in ('CHECKING', 'PAYMENT'))`,
    );
    this.addSql(
      `alter table payment_account add constraint payment_account_status_check check (status in ('ACTIVE', 'BLOCKED', 'CLOSED'))`,
    );
    this.addSql(`create table pocket (
      id uuid not null,
      partner_id text not null,
      account_id uuid not null,
      number text not null,
      label text not null,
      currency text not null,
      status text not null,
      reason text not null,
      category text not null,
      use_case text not null,
      user_name text not null,
      user_document_value text not null,
      user_document_type text not null,
      user_birth_date date not null,
      metadata json null,
      created_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql(`alter table pocket add constraint pocket_number_unique unique (number)`);
    this.addSql(`create index pocket_account_id_created_at_id_index on pocket (account_id, created_at, id)`);
    this.addSql(
      `alter table pocket add constraint pocket_number_ends_with_currency check (right(number, 3) = currency)`,
    );
    this.addSql(
      `alter table pocket add constraint pocket_status_check check (status in ('ACTIVE', 'DORMANT', 'LOCKED', 'CLOSED'))`,
    );
    this.addSql(
      `alter table pocket add constraint pocket_use_case_check check (use_case in ('CORPORATE_EXPENSES', 'ACCOUNT_FOR_UNDER_AGE', 'FLEXIBLE_BENEFITS', 'BALANCE_SEGREGATION'))`,
    );
    this.addSql(
      `alter table pocket add constraint pocket_user_document_type_check check (user_document_type in ('CPF', 'CNPJ'))`,
    );
    this.addSql(`create table idempotency_key (
      partner_id text not null,
      mutation text not null,
      key uuid not null,
      fingerprint text not null,
      result_id uuid not null,
      expires_at timestamptz(3) not null,
      primary key (partner_id, mutation, key)
    )`);
    this.addSql(`create index idempotency_key_expires_at_index on idempotency_key (expires_at)`);
    this.addSql(`create table outbox (
      id bigserial primary key,
      event_id uuid not null,
      partner_id text not null,
      name text not null,
      context text not null,
      entity_id text not null,
      subject_id uuid not null,
      idempotency_key uuid not null,
      correlation_id uuid not null,
      occurred_at timestamptz(3) not null,
      body text not null
    )`);
    this.addSql(
      `alter table outbox add constraint outbox_name_check check (name in ('POCKET_ACCOUNT_WAS_CREATED', 'CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_REPROVED', 'PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'))`,
    );
    this.addSql(
      `alter table outbox add constraint outbox_context_check check (context in ('POCKET', 'CUSTOMER', 'PIX', 'TED'))`,
    );
    this.addSql(`create table event (
      "position" bigint not null,
      id uuid not null,
      partner_id text not null,
      name text not null,
      context text not null,
      entity_id text not null,
      subject_id uuid not null,
      idempotency_key uuid not null,
      correlation_id uuid not null,
      occurred_at timestamptz(3) not null,
      captured_at timestamptz(3) not null,
      body text not null,
      primary key (position)
    )`);
    this.addSql(`alter table event add constraint event_id_unique unique (id)`);
    this.addSql(`create index event_partner_id_position_index on event (partner_id, position)`);
    this.addSql(`alter table event add constraint event_position_is_positive check (position > 0)`);
    this.addSql(
      `alter table event add constraint event_name_check check (name in ('POCKET_ACCOUNT_WAS_CREATED', 'CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_REPROVED', 'PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED', 'TED_CASH_IN_WAS_CLEARED'))`,
    );
    this.addSql(
      `alter table event add constraint event_context_check check (context in ('POCKET', 'CUSTOMER', 'PIX', 'TED'))`,
    );
    this.addSql(`create table event_head (
      id smallint primary key,
      position bigint not null
    )`);
    this.addSql(`alter table event_head add constraint event_head_is_single check (id = 1)`);
    this.addSql(`create table installation (
      id smallint primary key,
      cursor_key text not null
    )`);
    this.addSql(`alter table installation add constraint installation_is_single check (id = 1)`);
    this.addSql(
      `alter table account_program add constraint account_program_partner_id_foreign foreign key (partner_id) references partner (id)`,
    );
    this.addSql(
      `alter table holder add constraint holder_partner_id_foreign foreign key (partner_id) references partner (id)`,
    );
    this.addSql(
      `alter table payment_account add constraint payment_account_partner_id_foreign foreign key (partner_id) references partner (id)`,
    );
    this.addSql(
      `alter table payment_account add constraint payment_account_program_id_foreign foreign key (program_id) references account_program (id)`,
    );
    this.addSql(
      `alter table payment_account add constraint payment_account_holder_id_foreign foreign key (holder_id) references holder (id)`,
    );
    this.addSql(
      `alter table payment_account add constraint payment_account_bank_ispb_foreign foreign key (bank_ispb) references bank (ispb)`,
    );
    this.addSql(
      `alter table pocket add constraint pocket_account_id_foreign foreign key (account_id) references payment_account (id)`,
    );
    this.addSql(`insert into event_head (id, position) values (1, 0)`);
    this.addSql(
      `insert into installation (id, cursor_key) values (1, gen_random_uuid()::text || gen_random_uuid()::text)`,
    );
  }

  override down(): void {
    for (const table of [
      'installation',
      'event_head',
      'event',
      'outbox',
      'idempotency_key',
      'pocket',
      'payment_account',
      'holder',
      'account_program',
      'bank',
      'partner',
    ])
      this.addSql(`drop table ${table}`);
  }
}
