import { Migration } from '@mikro-orm/migrations';

/**
 * Events are numbered in one transaction and their messages are queued in another, which keeps its position in this
 * table. The previous release does both in one transaction and leaves nothing to do here.
 */
export class Migration20261123110000_event_capture extends Migration {
  override up(): void {
    this.addSql(`create table event_capture (
      partner_id text not null,
      last_position bigint not null,
      next_position bigint not null,
      events int not null,
      reached_configuration_id uuid null,
      primary key (partner_id, last_position),
      constraint event_capture_is_a_range check (events > 0 and next_position > 0 and next_position <= last_position)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    const own = `partner_id = nullif(current_setting('gateway.partner', true), '')`;
    this.addSql('alter table event_capture enable row level security');
    this.addSql(
      `create policy event_capture_of_partner on event_capture to gateway_tenant using (${own}) with check (${own})`,
    );
  }

  /** Captures what is pending: the previous release takes it for done. */
  override down(): void {
    const randomId = `overlay(gen_random_uuid()::text placing hex_time.prefix from 1 for 15)::uuid`;
    this
      .addSql(`insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key,
        due_at, sends, tries, elapsed_capture_us)
      select configuration.id, event.position, event.partner_id, ${randomId}, ${randomId}, now(), 0, 0,
        greatest(0, extract(epoch from clock_timestamp() - event.recorded_at) * 1000000)
      from event_capture as work
      join event on event.partner_id = work.partner_id
        and event.position between work.next_position and work.last_position
      join webhook_configuration as configuration on configuration.partner_id = event.partner_id
        and configuration.event_name = event.name and configuration.status = 'ENABLED'
        and (event.position > work.next_position or work.reached_configuration_id is null
          or configuration.id > work.reached_configuration_id)
      cross join (
        select substr(milliseconds, 1, 8) || '-' || substr(milliseconds, 9) || '-7' as prefix
        from lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') as milliseconds
      ) as hex_time`);
    this.addSql('drop table event_capture');
  }
}
