import type { Sql } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { FIND_OPEN_REQUESTS } from './open-intent.rows.ts';

/**
 * Returns the inputs of a partner's mutations whose outcome is open. What one of them may have created is stored by its
 * settlement only, which searches among what is not stored. Call this after the provider has answered.
 * @param mutation null: all
 */
export async function openInputs(
  sql: Sql,
  secrets: SecretBox,
  { partnerId, mutation }: { readonly partnerId: string; readonly mutation: string | null },
): Promise<readonly unknown[]> {
  const open = await sql.run(FIND_OPEN_REQUESTS, [partnerId, mutation]);
  return open.map(({ id, request }): unknown => JSON.parse(secrets.open(request, id)));
}
