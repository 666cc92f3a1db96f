import { Migration } from '@mikro-orm/migrations';

const KEY_TYPES = `('CPF', 'CNPJ', 'EVP', 'PHONE', 'EMAIL')`;

/** The directory of addressing keys, and the one-time codes that prove e-mail addresses and phones. */
export class Migration20261121150000_pix_entries extends Migration {
  override up(): void {
    this.addSql(`create table pix_entry (
      id uuid not null,
      key_type text not null,
      key_value text not null,
      ispb text not null,
      owner_document text not null,
      partner_id text null,
      account_id uuid null,
      created_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql(
      `alter table pix_entry add constraint pix_entry_key_type_key_value_unique unique (key_type, key_value)`,
    );
    this.addSql(`create index pix_entry_account_id_created_at_id_index on pix_entry (account_id, created_at, id)`);
    this.addSql(
      `alter table pix_entry add constraint pix_entry_of_an_account_has_a_partner check ((account_id is null) = (partner_id is null))`,
    );
    this.addSql(`alter table pix_entry add constraint pix_entry_key_type_check check (key_type in ${KEY_TYPES})`);
    this.addSql(
      `alter table pix_entry add constraint pix_entry_account_id_foreign foreign key (account_id) references payment_account (id)`,
    );
    this.addSql(`create table transactional_hash (
      id uuid not null,
      digest text not null,
      partner_id text not null,
      document text not null,
      key_type text not null,
      key_value text not null,
      expires_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql(`create index transactional_hash_expires_at_index on transactional_hash (expires_at)`);
    this.addSql(
      `alter table transactional_hash add constraint transactional_hash_key_type_check check (key_type in ${KEY_TYPES})`,
    );
    this.addSql(`create table totp_challenge (
      id uuid not null,
      digest text not null,
      partner_id text not null,
      document text not null,
      key_type text not null,
      key_value text not null,
      secret text not null,
      wrong_codes smallint not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql(`create index totp_challenge_expires_at_index on totp_challenge (expires_at)`);
    this.addSql(
      `alter table totp_challenge add constraint totp_challenge_key_type_check check (key_type in ${KEY_TYPES})`,
    );
  }

  override down(): void {
    for (const table of ['totp_challenge', 'transactional_hash', 'pix_entry']) this.addSql(`drop table ${table}`);
  }
}
