import { statement } from '../platform/database/statement.ts';
import type { BreakerState } from '../webhooks/breaker.enum.ts';
import type { CallCount } from './delivery-stats.value.ts';

/** A breaker as partners see it; instants as PostgreSQL writes them. */
export interface ShownBreakerRow {
  readonly configurationId: string;
  readonly state: BreakerState;
  readonly openedAt: string | null;
  readonly heldCount: number;
  readonly nextProbeAt: string | null;
  readonly lastFailure: string | null;
}

/** What is held is added up from the tally of days: it costs the same however many messages there are. */
export const FIND_SHOWN_BREAKERS = statement(
  'find_shown_breakers',
  `select breaker.configuration_id as "configurationId", breaker.state, breaker.opened_at as "openedAt",
     breaker.next_probe_at as "nextProbeAt", breaker.last_failure as "lastFailure",
     case when breaker.state = 'CLOSED' then 0 else (
       select coalesce(sum(tally.messages), 0)::int from message_tally as tally
       where tally.configuration_id = breaker.configuration_id
         and tally.progress in ('WAITING', 'RETRYING', 'RESENDING')
     ) end as "heldCount"
   from webhook_breaker as breaker where breaker.configuration_id = any ($1::uuid[])`,
);

export interface CallCountRow extends CallCount {
  readonly configurationId: string;
}

export const FIND_CALL_COUNTS = statement(
  'find_call_counts',
  `select configuration_id as "configurationId", succeeded, bucket, sum(calls)::int as "calls"
   from call_tally
   where configuration_id = any ($1::uuid[]) and day between $2::date and $3::date
   group by 1, 2, 3`,
);
