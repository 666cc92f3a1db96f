import type { Sql } from '../statements/statement.ts';
import type { Readings } from './metrics.ts';

/** A gauge of data that all processes share, read from the database when it is scraped. */
export interface SharedGauge {
  /** Name of the metric in Prometheus. */
  readonly name: string;
  readonly help: string;
  readonly read: (sql: Sql, now: Date) => Promise<Readings>;
}

interface Counted {
  readonly state: string;
  readonly value: number;
}

/**
 * Creates a gauge that is read by one statement.
 * @param count must not read a backlog of millions: a scrape must not add load
 */
export function sharedGauge(
  name: string,
  help: string,
  count: (sql: Sql, now: Date) => Promise<readonly Counted[]>,
): SharedGauge {
  return {
    name,
    help,
    read: async (sql, now) => Object.fromEntries((await count(sql, now)).map(({ state, value }) => [state, value])),
  };
}

/** Most rows of a backlog that are counted: a scrape must not read millions. */
const COUNTED_MAX = 10_000;

interface Backlog {
  /** The table of the waiting rows; ids begin with their time, so the first row is the oldest. */
  readonly table: string;
  /** The column with the instant since which a row waits. */
  readonly since: string;
  /** Label value for the number of rows. */
  readonly state: string;
}

/** Returns a query for how many rows wait in a table, at most 10,000, and for the age of the oldest in seconds. */
export function backlogQuery({ table, since, state }: Backlog): string {
  return `
    select '${state}' as state, count(*)::float8 as value from (select from ${table} limit ${COUNTED_MAX}) as counted
    union all
    select 'oldest_seconds', greatest(0, coalesce(
      (select extract(epoch from $1::timestamptz - ${since})::float8 from ${table} order by id limit 1), 0
    ))`;
}
