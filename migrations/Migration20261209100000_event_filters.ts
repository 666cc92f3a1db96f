import { Migration } from '@mikro-orm/migrations';

/**
 * Each event stores its account, and events are found by entity and by account in the order of the log; stored events
 * get the account of their pocket or cash-in.
 */
export class Migration20261209100000_event_filters extends Migration {
  override up(): void {
    this.addSql(`create function pg_temp.account_of(subject uuid) returns uuid language sql stable as
      'select coalesce((select account_id from pocket where id = subject), (select account_id from cash_in where id = subject))'`);
    this.addSql('alter table outbox add column account_id uuid null');
    this.addSql('update outbox set account_id = pg_temp.account_of(subject_id)');
    this.addSql('alter table event add column account_id uuid null');
    // A type change writes each row once and replaces the table; an update would leave it twice as large.
    this.addSql('alter table event alter account_id type uuid using (pg_temp.account_of(subject_id))');
    this.addSql('drop function pg_temp.account_of(uuid)');
    this.addSql('create index event_entity_index on event (partner_id, entity_id, position)');
    this.addSql('create index event_account_index on event (partner_id, account_id, position)');
  }

  override down(): void {
    for (const table of ['event', 'outbox']) this.addSql(`alter table ${table} drop column account_id`);
    this.addSql('drop index event_entity_index');
  }
}
