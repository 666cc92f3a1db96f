import { Migration } from '@mikro-orm/migrations';

/** A reprocessing applies to what a filter finds, or to a configuration's messages between two partner positions. */
export class Migration20261203120000_range_reprocessing extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_reprocessing alter start_date drop not null, alter end_date drop not null,
      add column configuration_id uuid null, add column range_reached bigint null, add column range_end bigint null,
      add constraint webhook_reprocessing_has_days_or_a_range check (
        num_nulls(start_date, end_date) = case when configuration_id is null then 0 else 2 end
          and num_nulls(range_reached, range_end) = case when configuration_id is null then 2 else 0 end
      )`);
  }

  /** Reprocessings of a range are deleted. */
  override down(): void {
    this.addSql('delete from webhook_reprocessing where configuration_id is not null');
    this.addSql(`alter table webhook_reprocessing drop constraint webhook_reprocessing_has_days_or_a_range,
      drop column configuration_id, drop column range_reached, drop column range_end,
      alter start_date set not null, alter end_date set not null`);
  }
}
