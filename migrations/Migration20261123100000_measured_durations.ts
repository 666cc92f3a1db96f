import { Migration } from '@mikro-orm/migrations';

/** Counts and measurements are never negative. */
const CHECKS: Readonly<Record<string, readonly [name: string, expression: string]>> = {
  event: ['event_is_captured_once_it_occurred', 'captured_at >= occurred_at'],
  webhook_delivery: ['webhook_delivery_elapsed_is_not_negative', 'elapsed_capture_us >= 0'],
  webhook_message: [
    'webhook_message_elapsed_is_not_negative',
    'elapsed_event_capture_us >= 0 and elapsed_http_call_us >= 0',
  ],
  webhook_attempt: ['webhook_attempt_elapsed_is_not_negative', 'elapsed_http_call_us >= 0'],
  message_change: ['message_change_elapsed_is_not_negative', 'elapsed_http_call_us >= 0'],
  call_tally: ['call_tally_is_a_count', 'bucket >= 0 and calls >= 0'],
};

/** Durations that were measured by two clocks could be negative, by an unknown amount; most were close to 0. */
const MENDED: Readonly<Record<string, string>> = {
  webhook_message: 'elapsed_event_capture_us',
  webhook_attempt: 'elapsed_http_call_us',
  message_change: 'elapsed_http_call_us',
};

/**
 * The time from an event to its capture is measured only by the database's clock: events are recorded and captured by
 * different processes with different clocks. The time of recording of captured events is no longer needed; a constant
 * in its place avoids rewriting the log.
 */
export class Migration20261123100000_measured_durations extends Migration {
  override up(): void {
    this.addSql(`alter table outbox add column recorded_at timestamptz(6) not null default clock_timestamp()`);
    this.addSql(`alter table event add column recorded_at timestamptz(6) not null default '-infinity'`);
    this.addSql(`alter table event alter recorded_at drop default`);
    this.addSql(`alter table webhook_delivery add column elapsed_capture_us bigint not null default '0'`);
    this.addSql(`update event set captured_at = occurred_at where captured_at < occurred_at`);
    this.addSql(`update webhook_delivery as delivery
      set elapsed_capture_us = extract(epoch from event.captured_at - event.occurred_at) * 1000000
      from event where event.position = delivery.event_position`);
    for (const [table, column] of Object.entries(MENDED))
      this.addSql(`update ${table} set ${column} = 0 where ${column} < 0`);
    this.addSql(`update webhook_message set elapsed_http_call_us = 0 where elapsed_http_call_us < 0`);
    for (const [table, [name, expression]] of Object.entries(CHECKS))
      this.addSql(`alter table ${table} add constraint ${name} check (${expression})`);
  }

  override down(): void {
    for (const [table, [name]] of Object.entries(CHECKS)) this.addSql(`alter table ${table} drop constraint ${name}`);
    this.addSql('alter table webhook_delivery drop column elapsed_capture_us');
    this.addSql('alter table event drop column recorded_at');
    this.addSql('alter table outbox drop column recorded_at');
  }
}
