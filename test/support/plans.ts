import type { OwnDatabase } from './opened-database.ts';
import { serverUrl } from './test-database.ts';

/** What the product tells PostgreSQL on each connection. PGlite, which plans each run for its own, is told it here. */
export async function planAsOnPostgreSql(own: OwnDatabase): Promise<void> {
  if (serverUrl !== undefined) return;
  await own.sql('set plan_cache_mode = force_generic_plan');
  await own.sql('set enable_seqscan = off');
}

/** Tables that a statement would read whole, were it planned now and for all values; over one connection. */
export async function tablesReadWhole(own: OwnDatabase, text: string): Promise<readonly string[]> {
  await own.sql(`prepare asked as ${text}`);
  const [{ count } = { count: 0 }] = await own.sql<{ count: number }>(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'asked'`,
  );
  const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
  const plan = await own.sql<{ 'QUERY PLAN': string }>(`explain (costs off) execute asked${values}`);
  await own.sql('deallocate asked');
  return plan.flatMap((line) => /Seq Scan on (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? []);
}
