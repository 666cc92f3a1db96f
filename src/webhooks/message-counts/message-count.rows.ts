import { filterOf } from '../../platform/statements/keyset-filter.ts';
import { OWNER, type KeysetFilter } from '../../platform/statements/keyset-options.ts';
import { ListStatements, type ListStatement } from '../../platform/statements/list-statements.ts';
import type { SqlValue } from '../../platform/statements/statement.ts';
import {
  MESSAGE_FILTERS,
  MESSAGE_STATE,
  MESSAGES,
  PERIOD_FILTERS,
  stateIn,
  TALLY_FILTERS,
} from '../archive/webhook-message.rows.ts';

/** Messages that share a state, a configuration, a day, or an interval by its number; null: of deleted configurations. */
interface CountRow {
  readonly of: string | null;
  readonly count: number;
}

interface Counting {
  readonly statement: ListStatement<CountRow>;
  readonly values: readonly SqlValue[];
}

/** SQL of what the daily tallies count by; a deleted configuration is null, however many there are. */
const TALLIED = {
  STATE: { of: stateIn('tally'), join: '' },
  CONFIGURATION: {
    of: 'configuration.id::text',
    join: 'left join webhook_configuration as configuration on configuration.id = tally.configuration_id',
  },
  DAY: { of: 'tally.day::text', join: '' },
} as const;

const statements = new ListStatements('webhook_message_counts');
const known = new Map<string, ListStatement<CountRow>>();

/** Returns the statement that counts a partner's messages from the daily tallies. */
export function tallied(partnerId: string, by: keyof typeof TALLIED, filters: readonly SqlValue[]): Counting {
  const filter = givenFilter(
    TALLY_FILTERS.map((condition) => condition ?? ''),
    filters,
    2,
  );
  const { of, join } = TALLIED[by];
  const statement = statements.remember(
    known,
    [by.toLowerCase()],
    filter,
    () => `
      select ${of} as "of", sum(tally.messages)::int as "count"
      from message_tally as tally ${join}
      where tally.partner_id = $1 ${filter.sql}
      group by 1 having sum(tally.messages) > 0
      order by 2 desc, 1`,
  );
  return { statement, values: [partnerId, ...filter.values] };
}

/** SQL of what messages are counted by one by one. */
const WALKED = {
  STATE: { of: MESSAGE_STATE, join: '' },
  CONFIGURATION: {
    of: 'configuration.id::text',
    join: 'left join webhook_configuration as configuration on configuration.id = message.configuration_id',
  },
} as const;

/** Returns the statement that counts a partner's messages one by one. The caller bounds how many there are. */
export function walked(partnerId: string, by: keyof typeof WALKED, filters: readonly SqlValue[]): Counting {
  const filter = givenFilter(MESSAGE_FILTERS, filters, 2);
  const { of, join } = WALKED[by];
  const statement = statements.remember(known, ['walked', by.toLowerCase()], filter, () =>
    `
      select ${of} as "of", count(*)::int as "count"
      from ${MESSAGES} ${join}
      where message.partner_id = $1 ${filter.sql}
      group by 1 order by 2 desc, 1`.replaceAll(OWNER, '$1'),
  );
  return { statement, values: [partnerId, ...filter.values] };
}

/** The same by the intervals between these instants, from 1 on. */
export function walkedByTime(partnerId: string, instants: readonly Date[], filters: readonly SqlValue[]): Counting {
  const filter = givenFilter(MESSAGE_FILTERS, filters, 3);
  const statement = statements.remember(known, ['interval'], filter, () =>
    `
      select width_bucket(message.sent_date, $2::timestamptz[])::text as "of", count(*)::int as "count"
      from ${MESSAGES}
      where message.partner_id = $1 ${filter.sql}
      group by 1`.replaceAll(OWNER, '$1'),
  );
  return { statement, values: [partnerId, instants.map((instant) => instant.toISOString()), ...filter.values] };
}

function givenFilter(filters: readonly KeysetFilter[], given: readonly SqlValue[], firstParameter: number) {
  return filterOf({ filters, boundingFilters: PERIOD_FILTERS }, given, firstParameter);
}
