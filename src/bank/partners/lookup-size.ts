import type { Sql } from '../../platform/database/database.ts';
import { compiled, parameter, text } from '../../platform/statements/compiled.ts';
import { Partner } from './partner.entity.ts';

/** A partner's own size of look-up budgets; null: the one that is configured for all. */
interface OwnSize {
  readonly points: number | null;
  readonly seconds: number | null;
}

const nullableInt = parameter<number | null>('int');
const COLUMNS = ['lookupPoints as points', 'lookupSeconds as seconds'] as const;

const FIND_LOOKUP_SIZE = compiled(
  'find_lookup_size',
  { entities: [Partner], parameters: { id: text } },
  (tables, { id }) => tables.selectFrom('Partner').select(COLUMNS).where('id', '=', id),
);

const SET_LOOKUP_SIZE = compiled(
  'set_lookup_size',
  { entities: [Partner], parameters: { id: text, points: nullableInt, seconds: nullableInt } },
  (tables, { id, points, seconds }) =>
    tables
      .updateTable('Partner')
      .set({ lookupPoints: points, lookupSeconds: seconds })
      .where('id', '=', id)
      .returning(COLUMNS),
);

/** The size of a partner's look-up budgets; undefined where there is no such partner. */
export async function findLookupSize(sql: Sql, partnerId: string): Promise<OwnSize | undefined> {
  const [size] = await sql.run(FIND_LOOKUP_SIZE, { id: partnerId });
  return size;
}

/** Gives a partner another size; all processes go by it from their next look-up on. */
export async function setLookupSize(
  sql: Sql,
  partnerId: string,
  { points, seconds }: OwnSize,
): Promise<OwnSize | undefined> {
  const [size] = await sql.run(SET_LOOKUP_SIZE, { id: partnerId, points, seconds });
  return size;
}
