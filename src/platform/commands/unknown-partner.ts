import type { Sql } from '../database/database.ts';
import { statement } from '../statements/statement.ts';
import { CommandError } from './command.ts';

/** Most ids that the error for an unknown partner names. */
const NAMED_MAX = 20;
const FIND_PARTNER_IDS = statement('find_partner_ids', 'select id from partner order by id limit $1');

/** Returns the error for an unknown partner, with the ids that there are: no other command lists them. */
export async function unknownPartner(sql: Sql, partnerId: string): Promise<CommandError> {
  const ids = (await sql.run(FIND_PARTNER_IDS, [NAMED_MAX + 1])).map(({ id }) => id);
  const named = [...ids.slice(0, NAMED_MAX), ...(ids.length > NAMED_MAX ? ['…'] : [])].join(', ');
  const hint = ids.length === 0 ? 'There are none yet.' : `Partners: ${named}.`;
  return new CommandError(`There is no partner "${partnerId}". ${hint}`);
}
