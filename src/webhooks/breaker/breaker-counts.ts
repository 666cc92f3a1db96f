import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { BreakerState } from './breaker.enum.ts';

const COUNT_BREAKERS = statement(
  'count_breakers',
  'select state, count(*)::int as breakers from webhook_breaker group by state',
);

/** How many breakers are in each state, none of a state included. */
export async function breakerCounts(sql: Sql): Promise<Readonly<Record<string, number>>> {
  const rows = await sql.run<{ state: BreakerState; breakers: number }>(COUNT_BREAKERS, []);
  const counts = new Map(rows.map(({ state, breakers }) => [state, breakers]));
  return Object.fromEntries(Object.values(BreakerState).map((state) => [state.toLowerCase(), counts.get(state) ?? 0]));
}
