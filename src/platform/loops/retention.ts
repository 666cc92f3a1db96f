import type { Database, Sql } from '../database/database.ts';
import { statement, type SqlValue } from '../statements/statement.ts';

/** How often what has expired is deleted, in milliseconds. */
export const EXPIRY_REST_MS = 60_000;
/** How often what goes by the month is deleted, in milliseconds. */
export const MONTHLY_REST_MS = 3_600_000;
/** Rows deleted in one statement, so that none runs long. */
const BATCH_SIZE = 1_000;

/** Deletes what is no longer kept. True: there may be more at once. */
export type Forget = (database: Database, now: Date) => Promise<boolean>;

/** What a capability keeps, and for how long. */
export interface Retention {
  /** Of its loop. */
  readonly name: string;
  /** Longest rest between two runs, in milliseconds. */
  readonly restMs: number;
  readonly forget: Forget;
}

/** Deletes rows once they have expired, and so many milliseconds after that. Whether one has never depends on it. */
export function forgetExpired(name: string, table: string, keptMs = 0): Forget {
  return forgetOld(
    name,
    { table, isOld: 'expires_at <= $1 order by expires_at' },
    (now) => new Date(now.getTime() - keptMs),
  );
}

interface OldRows {
  readonly table: string;
  /** Which rows go; `$1` is the instant before which they are old. */
  readonly isOld: string;
}

/** Deletes the rows of a table that are old at an instant, batch by batch; several workers take different ones. */
export function forgetOld(
  name: string,
  { table, isOld }: OldRows,
  instantAt: (now: Date) => Date = (now) => now,
): Forget {
  const text = `delete from ${table} where ctid = any (array(
    select ctid from ${table} where ${isOld} limit $2 for update skip locked
  )) returning 1`;
  return forgetBatch(name, text, { size: BATCH_SIZE, values: (now) => [instantAt(now).toISOString()] });
}

interface BatchOptions {
  /** The last parameter: rows of a batch. */
  readonly size: number;
  /** The parameters before. */
  readonly values: (now: Date) => readonly SqlValue[];
}

/** Deletes by a statement of its own, which returns a row for each that went. */
export function forgetBatch(name: string, text: string, { size, values }: BatchOptions): Forget {
  const batch = statement(name, text);
  return async (sql: Sql, now) => (await sql.run(batch, [...values(now), size])).length === size;
}

/** Deletes several kinds, one after the other. */
export function forgetEach(...kinds: readonly Forget[]): Forget {
  return async (database, now) => {
    let hasMore = false;
    for (const forget of kinds) hasMore = (await forget(database, now)) || hasMore;
    return hasMore;
  };
}
