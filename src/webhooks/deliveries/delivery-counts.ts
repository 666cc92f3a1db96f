import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Deliveries of a kind that are counted at most: a scrape must not read a backlog of millions. */
const COUNTED_MAX = 100_000;

const COUNT_DELIVERIES = statement(
  'count_deliveries',
  `select
     (select count(*)::int from (select from webhook_delivery limit ${COUNTED_MAX}) as counted) as queued,
     (select coalesce(sum(cardinality(positions)), 0)::int from webhook_lease) as "underWay"`,
);

/** How many deliveries wait, and how many are claimed by a worker. */
export async function deliveryCounts(sql: Sql): Promise<Readonly<Record<string, number>>> {
  const [row = { queued: 0, underWay: 0 }] = await sql.run<{ queued: number; underWay: number }>(COUNT_DELIVERIES, []);
  return { waiting: Math.max(row.queued - row.underWay, 0), under_way: row.underWay };
}
