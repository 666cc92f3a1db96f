import { Migration } from '@mikro-orm/migrations';

/** Cursors are tagged with the secret of the installation, and no longer encrypted. Those of before are not accepted. */
export class Migration20261222090000_plain_cursors extends Migration {
  override up(): void {
    this.addSql('drop table cursor_key');
    this.addSql('alter table installation drop column open_cursors_until');
    this.addSql('alter table installation rename column cursor_key to secret');
  }

  override down(): void {
    this.addSql('alter table installation rename column secret to cursor_key');
    this.addSql('alter table installation add column open_cursors_until timestamptz(3) not null default now()');
    this.addSql('alter table installation alter open_cursors_until drop default');
    this.addSql(`create table cursor_key (
      id smallint not null,
      sealed_key text null,
      seals_from timestamptz(3) not null,
      primary key (id),
      constraint cursor_key_id_is_a_byte check (id >= 1 and id <= 255)
    )`);
  }
}
