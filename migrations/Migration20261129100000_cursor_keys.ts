import { Migration } from '@mikro-orm/migrations';

/** Cursors are encrypted with their own keys. Those issued before remain valid for 30 days. */
export class Migration20261129100000_cursor_keys extends Migration {
  override up(): void {
    this.addSql(`create table cursor_key (
      id smallint not null,
      sealed_key text null,
      seals_from timestamptz(3) not null,
      primary key (id),
      constraint cursor_key_id_is_a_byte check (id >= 1 and id <= 255)
    )`);
    this.addSql(`alter table installation
      add column open_cursors_until timestamptz(3) not null default now() + interval '30 days'`);
    this.addSql('alter table installation alter open_cursors_until drop default');
  }

  override down(): void {
    this.addSql('alter table installation drop column open_cursors_until');
    this.addSql('drop table cursor_key');
  }
}
