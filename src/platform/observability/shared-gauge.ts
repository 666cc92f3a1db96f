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
