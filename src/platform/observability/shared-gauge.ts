import type { Sql } from '../database/database.ts';
import { statement, type SqlValue } from '../statements/statement.ts';
import type { Readings } from './metrics.ts';

/** Numbers that all processes share, read from the database when they are scraped. */
export interface SharedGauge {
  /** As Prometheus knows it. */
  readonly name: string;
  readonly help: string;
  /** It is of no interest where this gateway is the bank itself. */
  readonly ofProvider?: true;
  readonly read: (sql: Sql, now: Date) => Promise<Readings>;
}

interface GaugeQuery {
  /** Of its statement. */
  readonly statement: string;
  /** Gives rows of `state` and `value`, a double. It must not read a backlog of millions: a scrape must not add load. */
  readonly text: string;
  /** The parameters; without it there are none. */
  readonly values?: (now: Date) => readonly SqlValue[];
}

/** A gauge that is read by one statement. */
export function sharedGauge(
  name: string,
  help: string,
  { statement: statementName, text, values = () => [] }: GaugeQuery,
): SharedGauge {
  const query = statement<{ state: string; value: number }>(statementName, text);
  return {
    name,
    help,
    async read(sql, now) {
      const rows = await sql.run(query, values(now));
      return Object.fromEntries(rows.map(({ state, value }) => [state, value]));
    },
  };
}

/** Rows that are counted of a backlog at most: a scrape must not read millions. */
const COUNTED_MAX = 10_000;

interface Backlog {
  /** Of the statement. */
  readonly statement: string;
  /** Where it waits; ids begin with their time, so the first is the oldest. */
  readonly table: string;
  /** The column that says since when. */
  readonly since: string;
  /** What the number of its rows is called. */
  readonly state: string;
}

/** How many rows wait in a table, at most 10,000, and the age of the oldest in seconds. */
export function backlogGauge(
  name: string,
  help: string,
  { statement: statementName, table, since, state }: Backlog,
): SharedGauge {
  return sharedGauge(name, help, {
    statement: statementName,
    text: `
      select '${state}' as state, count(*)::float8 as value from (select from ${table} limit ${COUNTED_MAX}) as counted
      union all
      select 'oldest_seconds', greatest(0, coalesce(
        (select extract(epoch from $1::timestamptz - ${since})::float8 from ${table} order by id limit 1), 0
      ))`,
    values: (now) => [now.toISOString()],
  });
}
