import type { Database, Sql } from '../database/database.ts';
import { statement, type SqlValue } from '../statements/statement.ts';

/** How often to delete what has expired, in milliseconds. */
export const EXPIRY_REST_MS = 60_000;
/** How long an expired proof is kept, in milliseconds: for this time its holder gets the error that it has expired. */
export const EXPIRED_KEPT_MS = 86_400_000;
/** How often to delete what is kept for months, in milliseconds. */
export const MONTHLY_REST_MS = 3_600_000;
/** Rows that one statement deletes, so that none runs long. */
const BATCH_SIZE = 1_000;

/** Deletes what is no longer kept. True: there may be more to delete now. */
export type Forget = (database: Database, now: Date) => Promise<boolean>;

/** What a capability deletes, and how often. */
export interface Retention {
  /** Name of its loop. */
  readonly name: string;
  /** Longest rest between two runs, in milliseconds. */
  readonly restMs: number;
  readonly forget: Forget;
}

/** Deletes rows `keptMs` milliseconds after they have expired. Whether a row counts as expired never depends on it. */
export function forgetExpired(name: string, table: string, keptMs = 0): Forget {
  return forgetOld(
    name,
    { table, isOld: 'expires_at <= $1 order by expires_at' },
    (now) => new Date(now.getTime() - keptMs),
  );
}

interface OldRows {
  readonly table: string;
  /** Condition for rows to delete; `$1` is the instant before which they are old. */
  readonly isOld: string;
}

/** Deletes the rows of a table that are old at an instant, in batches; concurrent workers take different rows. */
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
  /** The last parameter: rows per batch. */
  readonly size: number;
  /** The parameters before it. */
  readonly values: (now: Date) => readonly SqlValue[];
}

/** Deletes by a custom statement, which must return a row for each deleted one. */
export function forgetBatch(name: string, text: string, { size, values }: BatchOptions): Forget {
  const batch = statement(name, text, { writes: 'batch' });
  return async (sql: Sql, now) => (await sql.run(batch, [...values(now), size])).length === size;
}
