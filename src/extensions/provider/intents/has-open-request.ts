import { fieldAt } from '../../../kernel/fields.ts';
import type { Person } from '../../../platform/commands/keeps-person.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { openInputs } from './open-inputs.ts';

/** Checks whether the input of an open mutation at the provider has data of the person: it is stored until it is settled. */
export async function hasOpenRequestOf(
  sql: Sql,
  secrets: SecretBox,
  { partnerId, documentNumber }: Person,
): Promise<boolean> {
  const open = await openInputs(sql, secrets, { partnerId, mutation: null });
  return open.some((input) => fieldAt(input, 'documentNumber') === documentNumber);
}
