import { Migration } from '@mikro-orm/migrations';

/** Changes of messages in their order, for subscribers to deliveries. */
export class Migration20261121130000_message_changes extends Migration {
  override up(): void {
    this.addSql(`create table message_change (
      "position" bigint not null,
      partner_id text not null,
      message_id uuid not null,
      progress text not null,
      retry_count int not null,
      next_attempt_at timestamptz(3) null,
      elapsed_http_call_us bigint null,
      primary key (position)
    )`);
    this.addSql(`create index message_change_partner_id_position_index on message_change (partner_id, position)`);
    this.addSql(
      `alter table message_change add constraint message_change_progress_check check (progress in ('WAITING', 'SUCCESS', 'FAILED', 'RETRYING', 'RESENDING'))`,
    );
    this.addSql(`create table message_change_head (
      id smallint primary key,
      position bigint not null
    )`);
    this.addSql(`alter table message_change_head add constraint message_change_head_is_single check (id = 1)`);
    this.addSql(`insert into message_change_head (id, position) values (1, 0)`);
  }

  override down(): void {
    for (const table of ['message_change_head', 'message_change']) this.addSql(`drop table ${table}`);
  }
}
