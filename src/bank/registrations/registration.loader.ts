import DataLoader from 'dataloader';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { FIND_REGISTRATIONS, type RegistrationRow } from './registration.rows.ts';

/** Loads the caller's registrations by id; undefined for ids of other partners. */
export const registrationLoader = perOperation(
  (context) =>
    new DataLoader<string, RegistrationRow | undefined>(async (ids) => {
      const byId = new Map((await findRegistrations(context, ids)).map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    }),
);

export function findRegistrations(context: RequestContext, ids: readonly string[]): Promise<RegistrationRow[]> {
  return context.database.run(FIND_REGISTRATIONS, { partnerId: principalOf(context).partnerId, ids });
}
