import type { Sql } from '../../platform/database/database.ts';
import { columnsExcept, insertion } from '../../platform/statements/compiled.ts';
import { Pocket } from './pocket.entity.ts';
import type { PocketRow } from './pocket.rows.ts';

export const POCKET_COLUMNS = columnsExcept(Pocket);

const INSERT_POCKET = insertion('insert_pocket', Pocket, POCKET_COLUMNS);

/** The values of a pocket's columns, but for its account. */
export function pocketValues(partnerId: string, { metadata, ...shown }: Omit<PocketRow, 'owner'>) {
  return { ...shown, partnerId, metadata: metadata === null ? null : JSON.stringify(metadata) };
}

/** Stores a pocket whose event is logged otherwise. */
export async function insertPocket(sql: Sql, partnerId: string, pocket: PocketRow): Promise<void> {
  await sql.run(INSERT_POCKET, { ...pocketValues(partnerId, pocket), accountId: pocket.owner });
}
