import type { Sql } from '../database/database.ts';
import { statement, type SqlValue } from '../statements/statement.ts';
import type { Readings } from './metrics.ts';

/** A gauge of data that all processes share, read from the database when it is scraped. */
export interface SharedGauge {
  /** Name of the metric in Prometheus. */
  readonly name: string;
  readonly help: string;
  /** Set if it is only relevant in front of a provider. */
  readonly ofProvider?: true;
  readonly read: (sql: Sql, now: Date) => Promise<Readings>;
}

interface GaugeQuery {
  /** Name of its statement. */
  readonly statement: string;
  /** Selects `state` and `value`, a double. It must not read a backlog of millions: a scrape must not add load. */
  readonly text: string;
  /** The parameters; none by default. */
  readonly values?: (now: Date) => readonly SqlValue[];
}

/** Creates a gauge that is read by one statement. */
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

/** Most rows of a backlog that are counted: a scrape must not read millions. */
const COUNTED_MAX = 10_000;

interface Backlog {
  /** Name of the statement. */
  readonly statement: string;
  /** The table of the waiting rows; ids begin with their time, so the first row is the oldest. */
  readonly table: string;
  /** The column with the instant since which a row waits. */
  readonly since: string;
  /** Label value for the number of rows. */
  readonly state: string;
}

/** Creates a gauge of how many rows wait in a table, at most 10,000, and of the age of the oldest in seconds. */
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
