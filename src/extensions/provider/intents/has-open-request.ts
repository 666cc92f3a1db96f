import { fieldsOf } from '../../../kernel/fields.ts';
import type { Person } from '../../../platform/commands/keeps-person.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { FIND_OPEN_REQUESTS } from './open-intent.rows.ts';

/** Checks whether the input of an open mutation at the provider has data of the person: it is stored until it is settled. */
export async function hasOpenRequestOf(
  sql: Sql,
  secrets: SecretBox,
  { partnerId, documentNumber }: Person,
): Promise<boolean> {
  const open = await sql.run(FIND_OPEN_REQUESTS, [partnerId]);
  return open.some(({ id, request }) => {
    const input = fieldsOf(JSON.parse(secrets.open(request, id)));
    return input['documentNumber'] === documentNumber;
  });
}
