import { Migration } from '@mikro-orm/migrations';

/** Each change of a message has a time, by which it is kept for a day, and distinguished from one that was lost. */
export class Migration20261207100000_message_change_places extends Migration {
  override up(): void {
    this.addSql('alter table message_change add column changed_at timestamptz not null default now()');
  }

  override down(): void {
    this.addSql('alter table message_change drop column changed_at');
  }
}
