import type { OwnDatabase } from './opened-database.ts';

/** Inserts a copy of any row of a table, with other expressions for some of its columns. */
export async function insertCopy(
  own: OwnDatabase,
  table: string,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const columns = await own.sql<{ name: string }>(
    'select column_name as "name" from information_schema.columns where table_name = ? and table_schema = current_schema()',
    [table],
  );
  const names = columns.map(({ name }) => `"${name}"`);
  const values = columns.map(({ name }) => changes[name] ?? `"${name}"`);
  await own.sql(`insert into "${table}" (${names.join(', ')}) select ${values.join(', ')} from "${table}" limit 1`);
}
