import * as v from 'valibot';
import { fieldAt, fieldsOf } from '../../../kernel/fields.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { Requester } from '../../../kernel/requester.ts';
import type { EventLog } from '../../../events/log/event-log.ts';
import { removeEntry } from '../../../bank/pix/delete-pix-entry.ts';
import { lockEntryOf } from '../../../bank/pix/own-entry.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { ListedAccount } from '../../../bank/elsewhere.port.ts';
import type { Fetched } from '../events/event-subject.port.ts';
import type { AskProvider, ReadAccess } from '../intents/provider-mutation.ts';
import { optional, providerEnum, providerInstant } from '../intents/provider-values.ts';
import { askList } from '../reads/ask-list.ts';
import { openInputs } from '../intents/open-inputs.ts';
import { noteReading, ReadPart } from '../reads/provider-reading.rows.ts';
import { AddressingKeyType } from '../../../bank/addressing-keys/addressing-key.enum.ts';
import { normalKeyValue, type AddressingKey } from '../../../bank/addressing-keys/addressing-key.value.ts';
import { FIND_PIX_ENTRIES_OF_ACCOUNTS, type PixEntryRow } from '../../../bank/pix/pix-entry.rows.ts';
import { REGISTER_PIX_ENTRY } from '../../../bank/pix/register-pix-entry.ts';

const KEY = { type: providerEnum(AddressingKeyType), value: v.string() };

/** A key as the provider spells it, read in normal form, in which it is searched for. */
export const PROVIDER_KEY = v.pipe(v.object(KEY), v.transform(inNormalForm));

/** How the keys of an account are read from their list, which need not say since when they are registered. */
const LISTED_KEYS = {
  item: v.pipe(v.object({ ...KEY, createdAt: optional(providerInstant) }), v.transform(inNormalForm)),
  idOf: ({ type, value }: AddressingKey) => `${type} ${value}`,
};

type ListedKey = v.InferOutput<(typeof LISTED_KEYS)['item']>;

/** Stores all keys of a list in one statement. Keys that are known, even as another partner's, are left unchanged. */
const STORE_PROVIDER_KEYS = statement(
  'store_provider_keys',
  `insert into pix_entry (id, key_type, key_value, ispb, owner_document, partner_id, account_id, created_at)
   select reported.id, reported.type, reported.value, account.bank_ispb, holder.document_value, account.partner_id, account.id,
     coalesce(reported."createdAt", $4)
   from jsonb_to_recordset($3::jsonb) as reported (id uuid, type addressing_key_type, value text, "createdAt" timestamptz),
     payment_account as account join holder on holder.id = account.holder_id
   where account.partner_id = $1 and account.id = $2
   order by reported.type, reported.value
   on conflict (key_type, key_value) do nothing`,
  { writes: 'batch' },
);

/** Finds keys that were registered since an instant, even if they were known before: the provider may have deleted them. */
const FIND_REGISTERED_SINCE = statement(
  'find_pix_keys_registered_since',
  `select result_id as id from provider_intent
   where partner_id = $1 and mutation = '${REGISTER_PIX_ENTRY}' and state = 'SUCCEEDED' and settled_at >= $2`,
);

/** A value that does not have the shape of its type is kept as it is. */
function inNormalForm<Key extends AddressingKey>(key: Key): Key {
  return { ...key, value: normalKeyValue(key.type, key.value, true) ?? key.value };
}

interface KeysAsked {
  readonly number: string;
  /** CPF or CNPJ of the holder, which some providers want to know; empty or absent: it is not known. */
  readonly userId: string | null | undefined;
}

/** Asks the provider for the addressing keys of an account, on all pages. */
export function askKeys(ask: AskProvider, { number, userId }: KeysAsked) {
  const request = {
    method: 'GET',
    path: `/accounts/${encodeURIComponent(number)}/addressing-keys`,
    route: '/accounts/{accountNumber}/addressing-keys',
    apiVersion: 1,
    ...(userId && { headers: { 'svc:pix-user-id': userId } }),
  } as const;
  return askList(ask, request, LISTED_KEYS);
}

interface FetchNeeds {
  readonly clock: Clock;
  readonly random: Random;
  readonly eventLog: EventLog;
  readonly requester: Requester;
}

interface FetchingKeys extends ReadAccess {
  readonly partnerId: string;
}

/**
 * Fetches the keys of an account from the provider, stores those that are not known here, and deletes those that it no
 * longer has: a whole list that was requested after they were stored and last registered does not name them.
 */
export async function fetchKeysOf(
  needs: FetchNeeds,
  account: ListedAccount,
  { ask, database, secrets, partnerId }: FetchingKeys,
): Promise<Fetched> {
  const { clock, random } = needs;
  const askedAt = clock.now().toISOString();
  const known = await database.run(FIND_PIX_ENTRIES_OF_ACCOUNTS, { partnerId, accountIds: [account.id] });
  const listed = await askKeys(ask, { number: account.number, userId: account.holder.document.value });
  if (listed === 'absent') return 'MISSING';
  if (listed === undefined) return 'UNAVAILABLE';
  const open = await openInputs(database, secrets, { partnerId, mutation: REGISTER_PIX_ENTRY });
  const isOfIntent = (key: AddressingKey) => open.some((input) => mayRegister(input, account.number, key));
  const keys = listed.items;
  const isNew = (key: AddressingKey) => !known.some((entry) => isKeyOfEntry(key, entry));
  const registered = await database.run(FIND_REGISTERED_SINCE, [partnerId, askedAt]);
  const recent = new Set(registered.map(({ id }) => id));
  const isGone = (entry: PixEntryRow) => !recent.has(entry.id) && !keys.some((key) => isKeyOfEntry(key, entry));
  const gone = listed.isWhole ? known.filter(isGone) : [];
  // Keys that an open intent may have registered, or registers again, are left to it; the list is fetched again.
  const waiting = keys.filter((key) => isNew(key) && isOfIntent(key));
  const kept = gone.filter(({ keyType: type, keyValue: value }) => isOfIntent({ type, value }));
  const isWaiting = waiting.length + kept.length > 0;
  const excluded = gone.filter((entry) => !kept.includes(entry));
  const stored = keys.filter((key) => !waiting.includes(key));
  await database.transaction(async (transaction) => {
    for (const { id } of excluded) {
      const entry = await lockEntryOf(transaction, { partnerId, id, accountId: account.id });
      if (entry !== undefined) await removeEntry(transaction, needs, { entry, requester: needs.requester });
    }
    await storeKeys(transaction, { clock, random }, { partnerId, accountId: account.id, keys: stored });
    if (!isWaiting) await noteReading(transaction, clock, { partnerId, subjectIds: [account.id], part: ReadPart.KEYS });
  });
  return isWaiting ? 'UNAVAILABLE' : 'FETCHED';
}

/** Whether a mutation with this input may register a key of the account; a random one may have any value. */
function mayRegister(input: unknown, accountNumber: string, { type, value }: AddressingKey): boolean {
  const { keyType, keyValue = value } = fieldsOf(input);
  return fieldAt(input, 'account.number') === accountNumber && keyType === type && keyValue === value;
}

interface KeysOfAccount {
  readonly partnerId: string;
  readonly accountId: string;
  readonly keys: readonly ListedKey[];
}

/** Stores keys that are not known here; those without a date are as old as their first reading. */
export async function storeKeys(
  sql: Sql,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { partnerId, accountId, keys }: KeysOfAccount,
): Promise<void> {
  const now = clock.now();
  const listed = keys.map((key) => ({ ...key, id: random.timeOrderedUuid(now) }));
  await sql.run(STORE_PROVIDER_KEYS, [partnerId, accountId, JSON.stringify(listed), now.toISOString()]);
}

function isKeyOfEntry({ type, value }: AddressingKey, { keyType, keyValue }: PixEntryRow): boolean {
  return type === keyType && value === keyValue;
}
