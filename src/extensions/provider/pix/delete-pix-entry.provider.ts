import { PaymentAccount } from '../../../bank/accounts/payment-account.entity.ts';
import { keyOfText } from '../../../bank/addressing-keys/addressing-key.value.ts';
import { refuseDeletion, removeEntry } from '../../../bank/pix/delete-pix-entry.ts';
import { lockEntry, type NamedEntry } from '../../../bank/pix/own-entry.ts';
import {
  invalidUserId,
  permissionNotGranted,
  pixEntryNotFound,
  type DeletePixEntryRefusal,
} from '../../../bank/pix/pix-entry.errors.ts';
import { FIND_PIX_ENTRY_BY_KEY, type PixEntryRow } from '../../../bank/pix/pix-entry.rows.ts';
import type { DeletePixEntry } from '../../../bank/pix/pix.port.ts';
import { isRefusal } from '../../../kernel/domain-error.ts';
import type { Caller } from '../../../platform/database/caller.ts';
import { NOT_FOUND } from '../calls/provider-refusal.ts';
import { forwardRequest, type ForwardedRequest } from '../intents/forward-request.ts';
import type { AtProviderNeeds } from '../intents/provider-mutation.ts';
import { asking, type ProviderSide } from '../intents/provider-side.ts';
import { readByCode, type RefusalsByCode } from '../intents/read-refusal.ts';
import { askKeys } from './fetch-keys.ts';

type BankCode = Exclude<DeletePixEntryRefusal['code'], 'INVALID_PARAMETER'> | typeof NOT_FOUND;

const REFUSALS: RefusalsByCode<BankCode, NamedEntry> = {
  INVALID_USER_ID: invalidUserId,
  PERMISSION_NOT_GRANTED: permissionNotGranted,
  PIX_ENTRY_NOT_FOUND: pixEntryNotFound,
  [NOT_FOUND]: pixEntryNotFound,
};

const DELETION: ForwardedRequest<NamedEntry, 'deleted'> = {
  name: 'deletePixEntry',
  request: ({ key, userId }) => ({
    method: 'DELETE',
    path: `/pix/entries/${encodeURIComponent(key)}`,
    route: '/pix/entries/{key}',
    apiVersion: 1,
    ...(userId && { headers: { 'svc:pix-user-id': userId } }),
  }),
  read: () => 'deleted',
  refusalOf: readByCode(REFUSALS),
  inputPath: (name) => (name.toLowerCase().endsWith('pix-user-id') ? ['userId'] : [name]),
};

/**
 * Deletes keys at the provider, and then here. If the answer was lost, the next request finds the key deleted there; if
 * there is none, the next list of the account's keys.
 */
export function deletePixEntryAtProvider(provider: ProviderSide, needs: AtProviderNeeds): DeletePixEntry {
  return async (caller, named) => {
    const refusal = refuseDeletion(named);
    if (refusal !== undefined) return refusal;
    const { database, requester } = caller;
    const { partnerId } = requester;
    const key = keyOfText(named.key);
    const [entry] = key === undefined ? [] : await database.run(FIND_PIX_ENTRY_BY_KEY, { partnerId, ...key });
    if (entry === undefined) return pixEntryNotFound();
    const wanted = { ...named, key: entry.keyValue };
    const answer = await forwardRequest(provider, DELETION, { ...caller, wanted });
    const isDeleted =
      answer === 'deleted' || (isNotFound(answer) && (await isGone(provider, caller, { entry, userId: named.userId })));
    if (!isDeleted) return answer;
    return database.transaction(async (transaction) => {
      const stored = await lockEntry(transaction, partnerId, named);
      return stored === undefined ? pixEntryNotFound() : removeEntry(transaction, needs, { entry: stored, requester });
    });
  };
}

const isNotFound = (answer: unknown) => isRefusal(answer) && answer.code === 'PIX_ENTRY_NOT_FOUND';

interface Deleted {
  readonly entry: PixEntryRow;
  readonly userId: string | null | undefined;
}

/** Whether the provider's whole list of the account's keys does not name a key: it may not know the request at all. */
async function isGone(
  provider: ProviderSide,
  { database, requester }: Caller,
  { entry: { accountId, keyType, keyValue }, userId }: Deleted,
): Promise<boolean> {
  const { number } = await database.entities.findOneOrFail(PaymentAccount, accountId);
  const listed = await askKeys(asking(provider, requester, { priority: 'MUTATION' }), { number, userId });
  if (listed === undefined || listed === 'absent' || !listed.isWhole) return false;
  return !listed.items.some(({ type, value }) => type === keyType && value === keyValue);
}
