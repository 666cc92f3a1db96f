import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

const COUNT_MESSAGES = statement(
  'count_messages',
  'select lower(progress::text) as progress, sum(messages)::float8 as messages from message_tally group by progress',
);

/** How many messages there are in each progress, by the tallies. */
export async function messageCounts(sql: Sql): Promise<Readonly<Record<string, number>>> {
  const rows = await sql.run<{ progress: string; messages: number }>(COUNT_MESSAGES, []);
  return Object.fromEntries(rows.map(({ progress, messages }) => [progress, messages]));
}
