import type { Client } from 'pg';
import { statementLike } from '../../src/platform/statements/statement.ts';

/** Leaves a log with positions per partner, but without the indexes on entity, account and kind. */
const FORGET_FILTERS = 'drop index event_entity_index, event_account_index, event_kind_index';

export async function forgetFilters(client: Client): Promise<void> {
  await client.query(FORGET_FILTERS);
}

/** Leaves a log as it was before events had positions per partner and could be filtered. */
const FORGET_POSITIONS = `
  drop index event_entity_index, event_kind_index;
  drop view event_of_partner;
  alter table event drop column epoch, drop column position, drop column reached_at, drop column account_id,
    drop column raw_name, drop column raw_context;
  create index on event (partner_id, log_position)`;

export async function forgetPositions(client: Client): Promise<void> {
  await client.query(FORGET_POSITIONS);
}

/** Numbers the oldest events as the relay did at that time. */
export const NUMBER_PLAINLY = statementLike<{ moved: number }>(
  {},
  {
    name: 'number_oldest_events_plainly',
    text: `with oldest as (
     select id from outbox order by id limit 500
   ), taken as (
     delete from outbox using oldest where outbox.id = oldest.id returning outbox.*
   ), moved as (
     insert into event (log_position, id, partner_id, name, context, entity_id, subject_id, idempotency_key,
       correlation_id, occurred_at, captured_at, recorded_at, body)
     select (select position from event_head) + row_number() over (order by id), event_id, partner_id, name, context,
       entity_id, subject_id, idempotency_key, correlation_id, occurred_at, greatest(occurred_at, clock_timestamp()),
       recorded_at, body
     from taken
     returning log_position as position, partner_id
   ), advanced as (
     update event_head set position = (select max(position) from moved) where exists (select from moved)
   ), to_capture as (
     insert into event_capture (partner_id, next_position, last_position, events)
     select partner_id, min(position), max(position), count(*) from moved group by partner_id
   )
   select count(*)::int as "moved" from moved`,
  },
);
