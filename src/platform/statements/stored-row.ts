import type { Sql, Statement } from './statement.ts';

/** Returns the row of something that is known to be stored, such as what was just read or changed. */
export async function storedRow<Row>(
  sql: Sql,
  find: Statement<Row, { readonly partnerId: string; readonly ids: readonly string[] }>,
  { partnerId, id }: { readonly partnerId: string; readonly id: string },
): Promise<Row> {
  const [row] = await sql.run(find, { partnerId, ids: [id] });
  if (row === undefined) throw new Error(`${find.name} does not find what was just read or changed.`);
  return row;
}
