import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** A partner's own size of look-up budgets; null: the one that is configured for all. */
interface OwnSize {
  readonly points: number | null;
  readonly seconds: number | null;
}

const FIND_LOOKUP_SIZE = statement<OwnSize>(
  'find_lookup_size',
  'select lookup_points as "points", lookup_seconds as "seconds" from partner where id = $1',
);

const SET_LOOKUP_SIZE = statement<OwnSize>(
  'set_lookup_size',
  `update partner set lookup_points = $2, lookup_seconds = $3 where id = $1
   returning lookup_points as "points", lookup_seconds as "seconds"`,
);

/** The size of a partner's look-up budgets; undefined where there is no such partner. */
export async function findLookupSize(sql: Sql, partnerId: string): Promise<OwnSize | undefined> {
  const [size] = await sql.run(FIND_LOOKUP_SIZE, [partnerId]);
  return size;
}

/** Gives a partner another size; all processes go by it from their next look-up on. */
export async function setLookupSize(
  sql: Sql,
  partnerId: string,
  { points, seconds }: OwnSize,
): Promise<OwnSize | undefined> {
  const [size] = await sql.run(SET_LOOKUP_SIZE, [partnerId, points, seconds]);
  return size;
}
