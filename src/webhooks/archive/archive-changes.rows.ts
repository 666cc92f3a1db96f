/**
 * CTEs that keep the tally in step with the archive and notify subscribers. They read `change`: a row for each message
 * that enters the archive or changes there, with id, configuration_id, partner_id, event_name, context, raw_name,
 * raw_context, progress, sent_date, retry_count, next_attempt_at and elapsed_http_call_us as they are from now on, and
 * former_progress and former_sent_date as they were, null for a new message.
 *
 * Counts are increased in the order of their keys, and decreased separately: an upsert checks what it would insert
 * first, and counts are never negative. The caller holds the breakers of the configurations, and from here until the
 * commit the head of the changes: their positions, those of each partner too, have no gaps and become visible in order.
 */
export const ARCHIVE_CHANGES = `
  step as (
    select configuration_id, (sent_date at time zone 'UTC')::date as day, progress, raw_name, partner_id, event_name,
      context, raw_context, sum(messages)::int as messages
    from (
      select configuration_id, partner_id, event_name, context, coalesce(raw_name, '') as raw_name, raw_context, progress,
        sent_date, 1 as messages
      from change
      union all
      select configuration_id, partner_id, event_name, context, coalesce(raw_name, ''), raw_context, former_progress,
        former_sent_date, -1
      from change
      where former_progress is not null
    ) as one
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(messages) <> 0
  ), counted_up as (
    insert into message_tally as tally (configuration_id, day, progress, raw_name, partner_id, event_name, context,
      raw_context, messages)
    select configuration_id, day, progress, raw_name, partner_id, event_name, context, raw_context, messages
    from step where messages > 0
    order by configuration_id, day, progress, event_name, raw_name
    on conflict (configuration_id, day, progress, event_name, raw_name)
      do update set messages = tally.messages + excluded.messages
  ), counted_down as (
    update message_tally as tally set messages = tally.messages + step.messages
    from step
    where step.messages < 0 and tally.configuration_id = step.configuration_id and tally.day = step.day
      and tally.progress = step.progress and tally.event_name = step.event_name and tally.raw_name = step.raw_name
  ), numbered as (
    update message_change_head set position = position + (select count(*) from change)
    where exists (select from change)
    returning position - (select count(*) from change) as previous
  ), numbered_own as (
    insert into partner_message_change_head as head (partner_id, position)
    select change.partner_id, count(*) from change cross join numbered group by 1
    on conflict (partner_id) do update set position = head.position + excluded.position
    returning partner_id, position
  ), notified as (
    insert into message_change (partner_id, position, log_position, message_id, progress, retry_count, next_attempt_at,
      elapsed_http_call_us)
    select change.partner_id, numbered_own.position + 1 - row_number() over (partition by change.partner_id order by change.id desc),
      numbered.previous + row_number() over (order by change.id), change.id, change.progress,
      change.retry_count, change.next_attempt_at, change.elapsed_http_call_us
    from change join numbered_own on numbered_own.partner_id = change.partner_id cross join numbered
  )`;
