import * as v from 'valibot';
import type { ToldSubject } from '../../provider/events/event-subject.port.ts';
import { readFound } from '../../provider/intents/told-values.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../accounts/payment-account.rows.ts';
import { fetchedAs, knowAccount } from '../accounts/provider-account.ts';
import { POCKET_ACCOUNT_WAS_CREATED } from './pocket.events.ts';
import { FIND_POCKET_BY_NUMBER } from './pocket.rows.ts';
import { insertPocket } from './store-pocket.ts';
import { pocketRow, TOLD_POCKET } from './told-pocket.ts';

const SHOWN = v.object({
  data: v.object({ ...TOLD_POCKET.entries, account: v.object({ number: v.string() }) }),
  metadata: v.nullish(v.looseObject({}), null),
});

/** A pocket is created once. An event does not say all of it: one that is not here is fetched first. */
export const pocketTold: ToldSubject = {
  names: [POCKET_ACCOUNT_WAS_CREATED.name],
  async settle(sql, { partnerId, entityId }) {
    const [pocket] = await sql.run(FIND_POCKET_BY_NUMBER, { partnerId, number: entityId });
    return pocket === undefined ? 'UNKNOWN' : { subjectId: pocket.id, round: '' };
  },
  async fetch({ event: { partnerId, entityId }, ...fetching }) {
    const { ask, database, clock, random } = fetching;
    const path = `/pockets/${encodeURIComponent(entityId)}`;
    const found = await ask({ method: 'GET', path, route: '/pockets/{pocketNumber}', apiVersion: 2 });
    if (found === 'absent') return 'MISSING';
    const shown = readFound(SHOWN, found);
    if (shown === undefined) return 'UNAVAILABLE';
    const { account, ...told } = shown.data;
    const known = fetchedAs(await knowAccount(fetching, { database, partnerId, number: account.number, ask }));
    if (known !== 'FETCHED') return known;
    const [owner] = await database.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: account.number });
    if (owner === undefined) return 'UNAVAILABLE';
    const id = random.timeOrderedUuid(clock.now());
    const { metadata } = shown;
    await insertPocket(database, partnerId, pocketRow(told, { id, owner: owner.id, metadata }));
    return known;
  },
};
