import { statement } from '../../platform/statements/statement.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';

/** Held messages are summed from daily tallies: the cost does not depend on their number. */
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

/** A breaker as partners see it; instants as PostgreSQL writes them. */
export type ShownBreakerRow = RowOf<typeof FIND_SHOWN_BREAKERS>;
