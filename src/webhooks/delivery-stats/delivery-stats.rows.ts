import { statement } from '../../platform/statements/statement.ts';
import type { CallCount } from './delivery-stats.value.ts';

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
