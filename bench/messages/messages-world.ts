import type { Client } from 'pg';
import { emptyArchive } from '../empty-archive.ts';
import { USUAL_SIZE, type WorldSize } from '../world.ts';

/** Number of days over which messages are spread; a search reaches back six months. */
export const SPREAD_DAYS = 170;
/** Configurations of the partner; the first one's breaker is open, and the last one's event is rare. */
const CONFIGURATIONS = 12;
/** One in this many messages has finally failed. */
const FAILED_EVERY = 1_000;
/** One in this many messages is of the rare event. */
const RARE_EVERY = 10_000;
/** Among this many of the newest messages, those of the open breaker wait, and others wait for a retry. */
const UNFINISHED = 100;

export const RARE_EVENT = 'TED_CASH_IN_WAS_CLEARED';
/** What the events of rare messages are about and what caused them: an account of each partner, and what all have. */
export const RARE_ACCOUNT = '200001';
export const RARE_ENTITY = 'rare';
export const RARE_CAUSE = '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55';
/** The first configuration of the partner, whose breaker is open. */
export const CONFIGURATION = '00000000-0000-4000-8000-000000000001';
/** The idempotency key of the newest message. */
export const NEWEST_KEY = '00000000-0000-4000-8000-000000000002';

const ADD_CONFIGURATIONS = `
  with added as (
    insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret, status,
      created_at)
    select case when number = 1 and $1 = $4 then $5::uuid else gen_random_uuid() end, $1, 'Endpoint ' || number, kind.context, kind.name, 'https://partner.example/hooks/' || number,
      $1, 'unused', 'ENABLED', now()
    from generate_series(1, $2::int) as number
    join (values (0, 'POCKET'::event_context, 'POCKET_ACCOUNT_WAS_CREATED'::event_name), (1, 'CUSTOMER', 'CUSTOMER_WAS_RECEIVED'),
      (2, 'CUSTOMER', 'CUSTOMER_WAS_APPROVED'), (3, 'PIX', 'PIX_CASH_IN_WAS_RECEIVED'),
      (4, 'PIX', 'PIX_CASH_IN_WAS_CLEARED'), (5, 'TED', $3)) as kind (nth, context, name)
      on kind.nth = case number when $2::int then 5 else number % 5 end
    returning id, name
  )
  insert into webhook_breaker (configuration_id, partner_id, state, opened_at)
  select id, $1, case name when 'Endpoint 1' then 'OPEN'::breaker_state else 'CLOSED' end,
    case name when 'Endpoint 1' then now() end
  from added`;

/** Adds messages in order of time, as the gateway does. */
const ADD_MESSAGES = `
  insert into webhook_message (id, partner_id, configuration_id, event_position, idempotency_key, progress, destination,
    sent_date, event_name, context, retry_count, next_attempt_at, elapsed_event_capture_us, elapsed_http_call_us,
    entity_id, account_id, correlation_id)
  select
    overlay(gen_random_uuid()::text placing substr(made.hex, 1, 8) || '-' || substr(made.hex, 9) || '-7' from 1 for 15)::uuid,
    $1, configuration.id, made.nth,
    case when made.nth = $2::int and $1 = $11 then $12::uuid else gen_random_uuid() end, made.progress, configuration.uri, made.at,
    configuration.event_name, configuration.context, made.nth % 3,
    case when made.progress = 'RETRYING' then made.at + interval '1 hour' end, 1000 + made.nth % 90000,
    case when made.progress <> 'WAITING' then 2000 + made.nth % 70000 end,
    case when made.is_rare then $8 else gen_random_uuid()::text end,
    case when made.is_rare then account.rare else account.usual end,
    case when made.is_rare then $10::uuid else gen_random_uuid() end
  from (
    select nth, time.at, nth % $4::int = $4::int / 2 as is_rare,
      lpad(to_hex((extract(epoch from time.at) * 1000)::bigint), 12, '0') as hex,
      case when nth % $4::int = $4::int / 2 then $5::int else 1 + nth % ($5::int - 1) end as configuration,
      case
        when nth > $2::int - $7::int and nth % ($5::int - 1) = 0 then 'WAITING'::delivery_progress
        when nth > $2::int - $7::int and nth % 2 = 0 then 'RETRYING'
        when nth % $6::int = 0 then 'FAILED'
        else 'SUCCESS'
      end as progress
    from generate_series(1, $2::int) as nth
    cross join lateral (
      select date_trunc('milliseconds', now() - make_interval(secs => 86400.0 * $3::int * ($2::int - nth) / $2::int)) as at
    ) as time
  ) as made
  join webhook_configuration as configuration
    on configuration.partner_id = $1 and configuration.name = 'Endpoint ' || made.configuration
  cross join (
    select (array_agg(id) filter (where number = $9))[1] as rare, (array_agg(id) filter (where number <> $9))[1] as usual
    from payment_account where partner_id = $1
  ) as account
  order by made.nth`;

/** Adds tallies in order of days, as the gateway does: an index scan by day then reads each page once. */
const ADD_TALLIES = `
  insert into message_tally (configuration_id, day, progress, partner_id, event_name, messages)
  select configuration_id, (sent_date at time zone 'UTC')::date, progress, partner_id, event_name, count(*)
  from webhook_message group by 1, 2, 3, 4, 5 order by 2`;

/** Fills the archive as the gateway would have: partitions, tallies and statistics; `messages` for each partner. */
export async function addMessages(
  client: Client,
  messages: number,
  { partnerIds }: Pick<WorldSize, 'partnerIds'> = USUAL_SIZE,
): Promise<void> {
  await client.query('set statement_timeout = 0');
  await emptyArchive(client);
  const shares = [SPREAD_DAYS, RARE_EVERY, CONFIGURATIONS, FAILED_EVERY, UNFINISHED];
  for (const partnerId of partnerIds) {
    const [first = ''] = partnerIds;
    await client.query(ADD_CONFIGURATIONS, [partnerId, CONFIGURATIONS, RARE_EVENT, first, CONFIGURATION]);
    const rare = [RARE_ENTITY, RARE_ACCOUNT, RARE_CAUSE];
    await client.query(ADD_MESSAGES, [partnerId, messages, ...shares, ...rare, first, NEWEST_KEY]);
  }
  await client.query(ADD_TALLIES);
  await client.query('vacuum analyze');
}
