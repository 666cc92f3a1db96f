import type { ToldSubject } from '../../provider/events/event-subject.port.ts';
import { fetchPocket, MUTATION, pocketRequest } from './fetch-pocket.ts';
import { POCKET_ACCOUNT_WAS_CREATED } from './pocket.events.ts';
import { FIND_POCKET_BY_NUMBER } from './pocket.rows.ts';

/** A pocket is created once. An event does not say all of it: one that is not here is fetched first. */
export const pocketTold: ToldSubject = {
  names: [POCKET_ACCOUNT_WAS_CREATED.name],
  async settle(sql, { partnerId, entityId }) {
    const [pocket] = await sql.run(FIND_POCKET_BY_NUMBER, { partnerId, number: entityId });
    return pocket === undefined ? 'UNKNOWN' : { subjectId: pocket.id, accountId: pocket.owner, round: '' };
  },
  // What is shown of it is read as the answer to its creation is.
  mutation: { name: MUTATION, found: ({ entityId }, ask) => ask(pocketRequest(entityId)) },
  fetch: ({ event: { partnerId, entityId }, ...fetching }) =>
    fetchPocket(fetching, entityId, { ...fetching, partnerId }),
};
