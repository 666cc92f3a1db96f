import { Pocket } from '../../../bank/pockets/pocket.entity.ts';
import { POCKET_COLUMNS, pocketValues, type PocketRow } from '../../../bank/pockets/pocket.rows.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { compiled, insertOf, valuesOf } from '../../../platform/statements/compiled.ts';

/** A pocket is settled in one round trip: a flush of the EntityManager is one of its own. */
const INSERT_POCKET = compiled(
  'insert_pocket',
  { entities: [Pocket], parameters: valuesOf(Pocket, POCKET_COLUMNS), writes: 'figure' },
  (_, values) => insertOf(Pocket, values),
);

/** Stores a pocket without recording its event. */
export async function insertPocket(sql: Sql, partnerId: string, pocket: PocketRow): Promise<void> {
  await sql.run(INSERT_POCKET, { ...pocketValues(partnerId, pocket), accountId: pocket.owner });
}
