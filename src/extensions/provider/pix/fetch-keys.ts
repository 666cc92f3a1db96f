import * as v from 'valibot';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { Fetched } from '../events/event-subject.port.ts';
import type { AskProvider, ProviderAccess } from '../intents/provider-mutation.ts';
import { optional, providerEnum, providerInstant } from '../intents/provider-values.ts';
import { askList } from '../reads/ask-list.ts';
import { mayBeOfIntent, noteReading, ReadPart } from '../reads/provider-reading.rows.ts';
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

/** A `security definer` function: requests of partners cannot delete keys otherwise. */
const EXCLUDE_KEYS = statement('exclude_pix_keys', 'select exclude_pix_keys($1, $2)');

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

/** Asks the provider for the addressing keys of an account, on all pages. */
export function askKeys(ask: AskProvider, accountNumber: string) {
  const request = {
    method: 'GET',
    path: `/accounts/${encodeURIComponent(accountNumber)}/addressing-keys`,
    route: '/accounts/{accountNumber}/addressing-keys',
    apiVersion: 1,
  } as const;
  return askList(ask, request, LISTED_KEYS);
}

interface FetchingKeys extends ProviderAccess {
  readonly partnerId: string;
}

/**
 * Fetches the keys of an account from the provider, stores those that are not known here, and excludes those that it no
 * longer has: a whole list that was requested after they were stored and last registered does not name them.
 */
export async function fetchKeysOf(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  account: { readonly id: string; readonly number: string },
  { ask, database, partnerId }: FetchingKeys,
): Promise<Fetched> {
  const askedAt = clock.now().toISOString();
  const stored = await database.run(FIND_PIX_ENTRIES_OF_ACCOUNTS, { partnerId, accountIds: [account.id] });
  const listed = await askKeys(ask, account.number);
  if (listed === 'absent') return 'MISSING';
  if (listed === undefined) return 'UNAVAILABLE';
  const mayStore = !(await mayBeOfIntent(database, partnerId, REGISTER_PIX_ENTRY));
  const keys = listed.items.map((key) => ({ ...key, id: random.timeOrderedUuid(clock.now()) }));
  const isNew = (key: AddressingKey) => !stored.some((entry) => isKeyOfEntry(key, entry));
  const registered = await database.run(FIND_REGISTERED_SINCE, [partnerId, askedAt]);
  const kept = new Set(registered.map(({ id }) => id));
  const isGone = (entry: PixEntryRow) => !kept.has(entry.id) && !keys.some((key) => isKeyOfEntry(key, entry));
  const gone = listed.isWhole ? stored.filter(isGone) : [];
  // Keys that an open intent may have registered, or registers again, are left to it; the list is fetched again.
  if (!mayStore && (gone.length > 0 || keys.some(isNew))) return 'UNAVAILABLE';
  await database.transaction(async (transaction) => {
    if (gone.length > 0) await transaction.run(EXCLUDE_KEYS, [partnerId, gone.map(({ id }) => id)]);
    await transaction.run(STORE_PROVIDER_KEYS, [partnerId, account.id, JSON.stringify(keys), askedAt]);
    await noteReading(transaction, clock, { partnerId, subjectIds: [account.id], part: ReadPart.KEYS });
  });
  return 'FETCHED';
}

function isKeyOfEntry({ type, value }: AddressingKey, { keyType, keyValue }: PixEntryRow): boolean {
  return type === keyType && value === keyValue;
}
