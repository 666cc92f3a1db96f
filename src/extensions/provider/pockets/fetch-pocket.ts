import * as v from 'valibot';
import { fieldAt } from '../../../kernel/fields.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { anyOf, columnsOf, compiled, parameter, text } from '../../../platform/statements/compiled.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { Fetched, ProviderSubject } from '../events/event-subject.port.ts';
import type { ReadAccess } from '../intents/provider-mutation.ts';
import { readFound } from '../intents/provider-values.ts';
import { openInputs } from '../intents/open-inputs.ts';
import { askList } from '../reads/ask-list.ts';
import { noteReading, ReadPart } from '../reads/provider-reading.rows.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../../../bank/accounts/payment-account.rows.ts';
import { fetchedAs, knowAccount } from '../accounts/provider-account.ts';
import { CREATE_POCKET } from '../../../bank/pockets/create-pocket.ts';
import { Pocket } from '../../../bank/pockets/pocket.entity.ts';
import { POCKET_ACCOUNT_WAS_CREATED, POCKET_ACCOUNT_WAS_FULLY_CLOSED } from '../../../bank/pockets/pocket.events.ts';
import { FIND_POCKET_BY_NUMBER, type PocketRow } from '../../../bank/pockets/pocket.rows.ts';
import { insertPocket } from './insert-pocket.ts';
import { LISTED_POCKETS, pocketRow, PROVIDER_POCKET } from './provider-pocket.ts';

const SHOWN = v.object({
  data: v.object({ ...PROVIDER_POCKET.entries, account: v.looseObject({ number: v.string() }) }),
  /** Missing metadata is shown as `{}`. */
  metadata: v.pipe(
    v.nullish(v.looseObject({}), null),
    v.transform((metadata) => (metadata !== null && Object.keys(metadata).length > 0 ? metadata : null)),
  ),
});

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

/**
 * Updates all pockets of a list in one statement; those that have not changed are not written. Metadata, which only the
 * answer of a single pocket shows, is added where it is not known; `json` keeps its order. With `offset 0` each pocket is
 * looked up by its number.
 */
const UPDATE_PROVIDER_POCKETS = statement(
  'update_provider_pockets',
  `update pocket set label = reported.label, status = reported.status, reason = reported.reason,
     user_name = reported."userName", user_document_value = reported."userDocumentValue",
     user_document_type = reported."userDocumentType", user_birth_date = reported."userBirthDate",
     metadata = coalesce(pocket.metadata, reported.metadata)
   from json_to_recordset($2::json) as reported (
     number text, label text, status pocket_status, reason text, metadata json,
     "userName" text, "userDocumentValue" text, "userDocumentType" document_type, "userBirthDate" date
   )
   cross join lateral (
     select id from pocket as stored where stored.partner_id = $1 and stored.number = reported.number offset 0
   ) as known
   where pocket.id = known.id and (
     (pocket.label, pocket.status, pocket.reason, pocket.user_name, pocket.user_document_value, pocket.user_document_type,
       pocket.user_birth_date, pocket.metadata is null and reported.metadata is not null)
     is distinct from (reported.label, reported.status, reported.reason, reported."userName",
       reported."userDocumentValue", reported."userDocumentType", reported."userBirthDate", false)
   )`,
  { writes: 'batch' },
);

interface FetchingPockets extends ReadAccess {
  readonly partnerId: string;
}

interface FetchNeeds {
  readonly clock: Clock;
  readonly random: Random;
}

/** Fetches a pocket from the provider and stores it, with its account if that is not known here. */
export async function fetchPocket(
  { clock, random }: FetchNeeds,
  number: string,
  { ask, database, secrets, partnerId }: FetchingPockets,
): Promise<Fetched> {
  const found = await ask(pocketRequest(number));
  if (found === 'absent') return 'MISSING';
  const shown = readFound(SHOWN, found);
  if (shown?.data.number !== number) return 'UNAVAILABLE';
  const { account, ...reported } = shown.data;
  const by = { database, partnerId, number: account.number, ask, shown: account };
  const known = fetchedAs(await knowAccount({ clock, random }, by));
  if (known !== 'FETCHED') return known;
  const [owner] = await database.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: account.number });
  if (owner === undefined) return 'UNAVAILABLE';
  const pockets = [
    pocketRow(reported, { id: random.timeOrderedUuid(clock.now()), owner: owner.id, metadata: shown.metadata }),
  ];
  const kept = { partnerId, secrets, accountNumber: account.number, pockets };
  const isKept = await database.transaction((transaction) => keep(transaction, clock, kept));
  return isKept ? 'FETCHED' : 'UNAVAILABLE';
}

/** Fetches all pockets of an account from the provider, and stores them. */
export async function fetchPocketsOf(
  { clock, random }: FetchNeeds,
  account: { readonly id: string; readonly number: string },
  { ask, database, secrets, partnerId }: FetchingPockets,
): Promise<Fetched> {
  const listed = await askList(ask, pocketsRequest(account.number), LISTED_POCKETS);
  if (listed === 'absent') return 'MISSING';
  if (listed === undefined) return 'UNAVAILABLE';
  const pockets = listed.items.map((reported) =>
    pocketRow(reported, { id: random.timeOrderedUuid(clock.now()), owner: account.id, metadata: null }),
  );
  return database.transaction(async (transaction) => {
    const kept = { partnerId, secrets, accountNumber: account.number, pockets };
    if (!(await keep(transaction, clock, kept)) || !listed.isWhole) return 'UNAVAILABLE';
    await noteReading(transaction, clock, { partnerId, subjectIds: [account.id], part: ReadPart.POCKETS });
    return 'FETCHED';
  });
}

/** The request for a pocket. */
function pocketRequest(number: string) {
  const path = `/pockets/${encodeURIComponent(number)}`;
  return { method: 'GET', path, route: '/pockets/{pocketNumber}', apiVersion: 2 } as const;
}

/** The request for the newest pockets of an account. */
export function pocketsRequest(accountNumber: string) {
  return {
    method: 'GET',
    path: `/accounts/${encodeURIComponent(accountNumber)}/pockets`,
    route: '/accounts/{accountNumber}/pockets',
    apiVersion: 2,
  } as const;
}

interface PocketsOfAccount extends Pick<ReadAccess, 'secrets'> {
  readonly partnerId: string;
  readonly accountNumber: string;
  readonly pockets: readonly PocketRow[];
}

/** Stores pockets; false if an unknown one was left out, as an open intent may have created it. */
async function keep(
  sql: Sql,
  clock: Clock,
  { partnerId, secrets, accountNumber, pockets }: PocketsOfAccount,
): Promise<boolean> {
  const open = await openInputs(sql, secrets, { partnerId, mutation: CREATE_POCKET });
  const known = await sql.run(FIND_IDS, { partnerId, numbers: pockets.map(({ number }) => number) });
  const numbers = new Set(known.map(({ number }) => number));
  const unknown = pockets.filter(({ number }) => !numbers.has(number));
  const added = unknown.filter((pocket) => !open.some((input) => mayCreate(input, accountNumber, pocket)));
  await sql.run(UPDATE_PROVIDER_POCKETS, [partnerId, JSON.stringify(pockets)]);
  for (const pocket of added) await insertPocket(sql, partnerId, pocket);
  await noteReading(sql, clock, { partnerId, subjectIds: [...known, ...added].map(({ id }) => id) });
  return added.length === unknown.length;
}

/** Whether a mutation with this input may create a pocket of the account. */
function mayCreate(input: unknown, accountNumber: string, { label, useCase, userDocumentValue }: PocketRow): boolean {
  const wanted = { accountNumber, label, useCase, 'user.document.value': userDocumentValue };
  return Object.entries(wanted).every(([way, value]) => fieldAt(input, way) === value);
}

/** A pocket is created once. Its event is not complete: an unknown pocket is fetched first. */
export const pocketSubject: ProviderSubject = {
  names: [POCKET_ACCOUNT_WAS_CREATED.name, POCKET_ACCOUNT_WAS_FULLY_CLOSED.name],
  async settle(sql, { partnerId, entityId }) {
    const [pocket] = await sql.run(FIND_POCKET_BY_NUMBER, { partnerId, number: entityId });
    return pocket === undefined ? 'UNKNOWN' : { subjectId: pocket.id, accountId: pocket.owner, round: '' };
  },
  // The pocket shown is read like the response to its creation.
  mutation: { name: CREATE_POCKET, found: ({ entityId }, ask) => ask(pocketRequest(entityId)) },
  fetch: ({ event: { partnerId, entityId }, ...fetching }) =>
    fetchPocket(fetching, entityId, { ...fetching, partnerId }),
};
