import { loaderById } from '../../platform/requests/loader-by-id.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { FIND_REGISTRATIONS, type RegistrationRow } from './registration.rows.ts';

/** Loads the caller's registrations by id; null for ids of other partners. */
export const registrationLoader = loaderById(findRegistrations);

export function findRegistrations(context: RequestContext, ids: readonly string[]): Promise<RegistrationRow[]> {
  return context.database.run(FIND_REGISTRATIONS, { partnerId: principalOf(context).partnerId, ids });
}
