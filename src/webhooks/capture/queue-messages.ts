import { CAPTURE_BATCH_MAX, type CaptureRun } from '../../events/log/relay-events.ts';
import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { waitingPartners } from '../../platform/database/waiting-partners.ts';
import { EVENT_SEQUENCE, NO_PREVIOUS } from '../../events/log/sequence.value.ts';
import { timeOrderedPart } from '../archive/webhook-months.ts';

/**
 * Maximum number of messages per statement, not counting the last partner it takes: some hundredths of a second of
 * work. Partners with more in one batch are captured separately.
 */
export const CAPTURED_MAX = 5_000;
/** Maximum number of the relay's batches per statement for one partner. */
const BATCHES_MAX = 100;

export const FIND_WAITING_PARTNERS = statement(
  'find_partners_to_capture',
  `with recursive ${waitingPartners('event_capture', 'true')} select partner_id as "partnerId" from waiting`,
);

/** When events are to be captured: now, if any wait. For the check for due work. */
export const EARLIEST_CAPTURE = 'select $1::timestamptz from event_capture limit 1';

/** SQL condition: a configuration selects OTHER events by name and context. */
const IS_WANTED = `(event.raw_name is null or (
         event.raw_name = any (configuration.raw_event_names) and event.context = configuration.context
           and event.raw_context is not distinct from configuration.raw_context
       ))`;

/** SQL condition: a configuration captures events of all accounts and entities. */
const IS_OF_ALL = `configuration.account_numbers = '{}' and configuration.entity_ids = '{}'`;

/**
 * Returns an SQL condition: an event is of an account and an entity of a configuration. The account of an event is looked
 * up only for configurations that have some.
 */
function isOf(event: string): string {
  return `(configuration.entity_ids = '{}' or ${event}.entity_id = any (configuration.entity_ids))
     and (configuration.account_numbers = '{}' or exists (
       select from payment_account as account
       where account.id = ${event}.account_id and account.number = any (configuration.account_numbers)
     ))`;
}

/** Key by which OTHER events and configurations are matched; empty for declared names. */
const RAW_WORDS = `case when raw_name is null then '' else jsonb_build_array(context, raw_context, raw_name)::text end`;

/** Both instants are by the database's clock; never negative, even if it was set back meanwhile. */
const ELAPSED_CAPTURE_US = `greatest(0, extract(epoch from clock_timestamp() - recorded_at) * 1000000)`;

/** At most the database's clock, which others compare with: a process whose clock is ahead delays nothing. */
const DUE_AT = `least($1::timestamptz, clock_timestamp())`;

/**
 * CTEs that queue the messages in `pair`: configuration_id, position, sequence, partner_id, recorded_at and format.
 * Ids are UUIDs of version 7, generated here since only the database knows how many are needed: the archive is
 * partitioned by month on them. Idempotency keys begin with the same instant, so that new ones go to the end of their
 * index, random ones would write to all of it; but they are of version 4, as all keys of the partner API.
 *
 * Each message names the previous one. An upsert moves the heads and returns their previous values: it works on the
 * newest row, while the snapshot may be from before another capture. The previous values are sorted in before the first
 * messages, since a join might compare each with each.
 */
const CAPTURE_PAIRS = `
   headed as (
     insert into webhook_configuration_head as head (configuration_id, partner_id, sequence)
     select distinct on (configuration_id) configuration_id, partner_id, sequence
     from pair order by configuration_id, position desc
     on conflict (configuration_id) do update set sequence = excluded.sequence, former_sequence = head.sequence
     returning configuration_id, partner_id, coalesce(former_sequence, '${NO_PREVIOUS}') as previous
   ), placed as (
     select *, lag(sequence) over (partition by configuration_id order by position) as previous
     from (
       select configuration_id, position, sequence, partner_id, recorded_at, format from pair
       union all
       select configuration_id, 0, previous, partner_id, null, null from headed
     ) as sequences
   ), captured as (
     insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at,
       sends, tries, elapsed_capture_us, previous_sequence, format)
     select configuration_id, position, partner_id,
       overlay(gen_random_uuid()::text placing $2 from 1 for 15)::uuid,
       overlay(gen_random_uuid()::text placing left($2, 13) from 1 for 13)::uuid, ${DUE_AT}, 0, 0, ${ELAPSED_CAPTURE_US},
       previous, format
     from placed where position > 0
     returning 1
   )`;

/**
 * The commit does not wait for the disk: a crash loses position and messages together, and whatever follows from a
 * message commits later, and waits.
 */
const COMMIT_WITHOUT_WAIT = `set_config('synchronous_commit', 'off', true) as "commit"`;

/** Whether a batch is captured together with others. */
const IS_SMALL = 'size <= $3 and reached_configuration_id is null';

/**
 * Queues the messages of numbered events: one per event and enabled configuration that selects it, but none about a
 * change of a configuration to that one. It takes the oldest
 * batch of each partner, as a whole. The holder of the batch's lock captures events of the partner, and others skip the
 * partner, so that its messages are queued in the order of its events. A batch that may yield more than $3 messages, by
 * the number of configurations in any state, is skipped and reported. Partners in $4 are left out.
 */
const CAPTURE_WAITING = statement(
  'capture_waiting_events',
  `with recursive ${waitingPartners('event_capture', 'partner_id <> all ($4::text[])')}, batch as materialized (
     select work.*, work.events * (
       select count(*) from (
         select from webhook_configuration as configuration
         where configuration.partner_id = work.partner_id limit $3::int + 1
       ) as counted
     ) as size
     from waiting
     cross join lateral (
       select last_position from event_capture as first
       where first.partner_id = waiting.partner_id order by last_position limit 1
     ) as oldest
     join event_capture as work
       on work.partner_id = waiting.partner_id and work.last_position = oldest.last_position
     for update of work skip locked
   ), taken as materialized (
     select * from (
       select partner_id, next_position, last_position,
         sum(size) over (order by last_position rows between unbounded preceding and 1 preceding) as before
       from batch where ${IS_SMALL}
     ) as small
     where before is null or before < $3
   ), pair as (
     select configuration.id as configuration_id, event.position, event.sequence, event.partner_id, event.recorded_at,
       configuration.format
     from taken
     cross join lateral (
       select position, ${EVENT_SEQUENCE} as sequence, partner_id, name, context, raw_name, raw_context, recorded_at,
         subject_id, entity_id, account_id
       from event
       where event.partner_id = taken.partner_id and event.position between taken.next_position and taken.last_position
       order by event.position limit ${CAPTURE_BATCH_MAX}
     ) as event
     join webhook_configuration_event as wanted
       on wanted.partner_id = event.partner_id and wanted.event_name = event.name
     join webhook_configuration as configuration
       on configuration.id = wanted.configuration_id and configuration.status = 'ENABLED' and ${IS_WANTED}
       and configuration.id is distinct from event.subject_id
       and ${isOf('event')}
   ), ${CAPTURE_PAIRS}, finished as (
     delete from event_capture as work using taken
     where work.partner_id = taken.partner_id and work.last_position = taken.last_position
   )
   select (select count(*)::int from captured) as "captured",
     array(select partner_id from batch where not (${IS_SMALL})) as "large",
     (select count(*) from taken) < (select count(*) from batch where ${IS_SMALL})
       or exists (
         select from taken join event_capture as work
           on work.partner_id = taken.partner_id and work.last_position > taken.last_position
       ) as "hasMore",
     ${COMMIT_WITHOUT_WAIT}`,
  { writes: 'order' },
);

/**
 * Queues at most $3 messages of one partner, in the order of events and configurations, and advances its position. The
 * lock on the oldest batch covers later ones too; for these the snapshot is right, since no process reaches them before
 * the oldest is gone.
 *
 * Configurations are read once, and a window function finds how far $3 messages reach before events and configurations
 * are paired: the work is bounded, whatever is configured and however much waits.
 */
const CAPTURE_ONE = statement(
  'capture_events_of_partner',
  `with gate as materialized (
     select * from event_capture
     where partner_id = $4 and last_position = (
       select last_position from event_capture where partner_id = $4 order by last_position limit 1
     )
     for update skip locked
   ), batch as materialized (
     select * from (
       select queued.last_position, greatest(queued.next_position, gate.next_position) as next_position,
         sum(queued.events) over (
           order by queued.last_position rows between unbounded preceding and 1 preceding
         ) as before
       from gate
       cross join lateral (
         select * from event_capture as queued
         where queued.partner_id = gate.partner_id order by queued.last_position limit ${BATCHES_MAX}
       ) as queued
     ) as queued
     where before is null or before < $3::int
   ), wanted as materialized (
     select event_name, words, cardinality(ids) as size, ids, formats, of_all
     from (
       select named.event_name, ${RAW_WORDS} as words, array_agg(id order by id) as ids,
         array_agg(format order by id) as formats, array_agg(${IS_OF_ALL} order by id) as of_all
       from webhook_configuration_event as named
       join webhook_configuration as configuration
         on configuration.id = named.configuration_id and configuration.status = 'ENABLED'
       left join unnest(raw_event_names) as raw_name on named.event_name = 'OTHER'
       where named.partner_id = $4 group by 1, 2
     ) as enabled
   ), candidate as materialized (
     select event.*, wanted.size,
       sum(coalesce(wanted.size, 0)) over (order by event.position) - coalesce(wanted.size, 0) as before
     from batch
     cross join lateral (
       select position, ${EVENT_SEQUENCE} as sequence, name, ${RAW_WORDS} as words, recorded_at,
         subject_id, entity_id, account_id
       from event
       where event.partner_id = $4 and event.position between batch.next_position and batch.last_position
       order by event.position limit ${CAPTURE_BATCH_MAX}
     ) as event
     left join (select event_name, words, size from wanted) as wanted
       on wanted.event_name = event.name and wanted.words = event.words
   ), ranked as materialized (
     select configuration_id, candidate.position, candidate.sequence, $4::text as partner_id, candidate.recorded_at, format
     from candidate
     join wanted on wanted.event_name = candidate.name and wanted.words = candidate.words
     cross join unnest(wanted.ids, wanted.formats, wanted.of_all) as made (configuration_id, format, is_of_all)
     cross join gate
     where candidate.before < $3 and configuration_id is distinct from candidate.subject_id
       and (is_of_all or exists (
         select from webhook_configuration as configuration
         where configuration.id = made.configuration_id and ${isOf('candidate')}
       ))
       and (candidate.position > gate.next_position or gate.reached_configuration_id is null
         or configuration_id > gate.reached_configuration_id)
     order by candidate.position, configuration_id limit $3::int + 1
   ), pair as materialized (
     select * from ranked order by position, configuration_id limit $3
   ), ${CAPTURE_PAIRS}, cut as (
     select position, configuration_id from pair where (select count(*) from ranked) > $3
     order by position desc, configuration_id desc limit 1
   ), reached as materialized (
     select cut.configuration_id, coalesce(
       cut.position,
       (select min(position) from candidate where before >= $3),
       (select max(last_position) + 1 from batch)
     ) as position
     from gate left join cut on true
   ), finished as (
     delete from event_capture as work using batch, reached
     where work.partner_id = $4 and work.last_position = batch.last_position and batch.last_position < reached.position
   ), advanced as (
     update event_capture as work
     set next_position = reached.position, reached_configuration_id = reached.configuration_id
     from batch, reached
     where work.partner_id = $4 and work.last_position = batch.last_position
       and reached.position between batch.next_position and batch.last_position
   )
   select (select count(*)::int from captured) as "captured",
     exists (
       select from reached join event_capture as work on work.partner_id = $4 and work.last_position >= reached.position
     ) as "hasMore",
     ${COMMIT_WITHOUT_WAIT}`,
  { writes: 'order' },
);

export interface JointCapture extends CaptureRun {
  /** Partners whose batch is too large. */
  readonly large: readonly string[];
}

/** Captures events of all waiting partners except those in `except`, as many as one statement may. */
export async function captureWaiting(sql: Sql, now: Date, except: readonly string[]): Promise<JointCapture> {
  const [run] = await sql.run(CAPTURE_WAITING, [...idsAt(now), CAPTURED_MAX, except]);
  return run ?? { captured: 0, large: [], hasMore: false };
}

export interface PartnerShare {
  readonly partnerId: string;
  /** Maximum number of messages. */
  readonly max: number;
}

/** Captures events of one partner. */
export async function captureOf(sql: Sql, now: Date, { partnerId, max }: PartnerShare): Promise<CaptureRun> {
  const [run] = await sql.run(CAPTURE_ONE, [...idsAt(now), max, partnerId]);
  return run ?? { captured: 0, hasMore: false };
}

function idsAt(now: Date): readonly [string, string] {
  return [now.toISOString(), `${timeOrderedPart(now)}-7`];
}
