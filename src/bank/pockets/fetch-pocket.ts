import * as v from 'valibot';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { anyOf, columnsOf, compiled, parameter, text } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { Fetched, ToldSubject } from '../../provider/events/event-subject.port.ts';
import type { AskProvider } from '../../provider/intents/provider-mutation.ts';
import { readFound } from '../../provider/intents/provider-values.ts';
import { mayBeOfIntent, noteTold, ReadPart } from '../../provider/reads/provider-reading.rows.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../accounts/payment-account.rows.ts';
import { fetchedAs, knowAccount } from '../accounts/provider-account.ts';
import { Pocket } from './pocket.entity.ts';
import { POCKET_ACCOUNT_WAS_CREATED } from './pocket.events.ts';
import { FIND_POCKET_BY_NUMBER, insertPocket, type PocketRow } from './pocket.rows.ts';
import { pocketRow, TOLD_POCKET } from './provider-pocket.ts';

/** The mutation whose pockets are stored only by their intents. */
const MUTATION = 'createPocket';

const SHOWN = v.object({
  data: v.object({ ...TOLD_POCKET.entries, account: v.looseObject({ number: v.string() }) }),
  metadata: v.nullish(v.looseObject({}), null),
});
const LISTED = v.object({ data: v.array(TOLD_POCKET) });

const FIND_IDS = compiled(
  'find_pocket_ids',
  { entities: [Pocket], parameters: { partnerId: text, numbers: parameter<readonly string[]>('text[]') } },
  (tables, { partnerId, numbers }) =>
    tables
      .selectFrom('Pocket as pocket')
      .select(columnsOf('pocket', ['id', 'number']))
      .where('pocket.partnerId', '=', partnerId)
      .where('pocket.number', '=', anyOf(numbers)),
);

/** SQL, as all pockets of a list are written at once; those that are as they were are left alone. */
const UPDATE_TOLD_POCKETS = statement(
  'update_told_pockets',
  `update pocket set label = told.label, status = told.status, reason = told.reason
   from jsonb_to_recordset($2::jsonb) as told (number text, label text, status pocket_status, reason text)
   where pocket.partner_id = $1 and pocket.number = told.number
     and (pocket.label, pocket.status, pocket.reason) is distinct from (told.label, told.status, told.reason)`,
);

interface FetchingPockets {
  readonly partnerId: string;
  readonly ask: AskProvider;
  readonly database: Database;
}

interface FetchNeeds {
  readonly clock: Clock;
  readonly random: Random;
}

/** Asks the provider for a pocket, and stores it as it is there; with its account, where that is not known here. */
export async function fetchPocket(
  { clock, random }: FetchNeeds,
  number: string,
  { ask, database, partnerId }: FetchingPockets,
): Promise<Fetched> {
  const found = await ask(pocketRequest(number));
  if (found === 'absent') return 'MISSING';
  const shown = readFound(SHOWN, found);
  if (shown === undefined) return 'UNAVAILABLE';
  const { account, ...told } = shown.data;
  const by = { database, partnerId, number: account.number, ask, shown: account };
  const known = fetchedAs(await knowAccount({ clock, random }, by));
  if (known !== 'FETCHED') return known;
  const [owner] = await database.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: account.number });
  if (owner === undefined) return 'UNAVAILABLE';
  const pockets = [
    pocketRow(told, { id: random.timeOrderedUuid(clock.now()), owner: owner.id, metadata: shown.metadata }),
  ];
  const isKept = await database.transaction((transaction) => keep(transaction, clock, { partnerId, pockets }));
  return isKept ? 'FETCHED' : 'UNAVAILABLE';
}

/** Asks the provider for the newest pockets of an account, and stores them as they are there. */
export async function fetchPocketsOf(
  { clock, random }: FetchNeeds,
  account: { readonly id: string; readonly number: string },
  { ask, database, partnerId }: FetchingPockets,
): Promise<Fetched> {
  const found = await ask(pocketsRequest(account.number));
  const listed = readFound(LISTED, found);
  if (listed === undefined) return 'UNAVAILABLE';
  const pockets = listed.data.map((told) =>
    pocketRow(told, { id: random.timeOrderedUuid(clock.now()), owner: account.id, metadata: null }),
  );
  await database.transaction(async (transaction) => {
    if (await keep(transaction, clock, { partnerId, pockets }))
      await noteTold(transaction, clock, { partnerId, subjectIds: [account.id], part: ReadPart.POCKETS });
  });
  return 'FETCHED';
}

/** A pocket by its number. */
function pocketRequest(number: string) {
  const path = `/pockets/${encodeURIComponent(number)}`;
  return { method: 'GET', path, route: '/pockets/{pocketNumber}', apiVersion: 2 } as const;
}

/** The newest pockets of an account. */
export function pocketsRequest(accountNumber: string) {
  return {
    method: 'GET',
    path: `/accounts/${encodeURIComponent(accountNumber)}/pockets`,
    route: '/accounts/{accountNumber}/pockets',
    apiVersion: 2,
  } as const;
}

/** False: one that is not known here was left out, as it may be what an open intent has made. */
async function keep(
  sql: Sql,
  clock: Clock,
  { partnerId, pockets }: { readonly partnerId: string; readonly pockets: readonly PocketRow[] },
): Promise<boolean> {
  const mayStore = !(await mayBeOfIntent(sql, partnerId, MUTATION));
  const known = await sql.run(FIND_IDS, { partnerId, numbers: pockets.map(({ number }) => number) });
  const numbers = new Set(known.map(({ number }) => number));
  const unknown = pockets.filter(({ number }) => !numbers.has(number));
  const told = pockets.map(({ number, label, status, reason }) => ({ number, label, status, reason }));
  await sql.run(UPDATE_TOLD_POCKETS, [partnerId, JSON.stringify(told)]);
  if (mayStore) for (const pocket of unknown) await insertPocket(sql, partnerId, pocket);
  const stored = [...known, ...(mayStore ? unknown : [])];
  await noteTold(sql, clock, { partnerId, subjectIds: stored.map(({ id }) => id) });
  return mayStore || unknown.length === 0;
}

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
