import { Migration } from '@mikro-orm/migrations';

/** Each change of a message knows when it was made: by that it is kept for a day, and told from one that was lost. */
export class Migration20261207100000_message_change_places extends Migration {
  override up(): void {
    this.addSql('alter table message_change add column changed_at timestamptz not null default now()');
  }

  override down(): void {
    this.addSql('alter table message_change drop column changed_at');
  }
}
