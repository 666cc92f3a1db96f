import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import { refuseInput } from '../../kernel/domain-error.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { excludeEntry } from './key-directory.ts';
import {
  demandKey,
  isOwner,
  lockEntry,
  refuseUserId,
  type NamedEntry,
  type OwnEntry,
  type OwnEntryDependencies,
} from './own-entry.ts';
import { PIX_ENTRY_WAS_DELETED, pixEntryEvent } from './pix-entry.events.ts';
import { permissionNotGranted, pixEntryNotFound, type DeletePixEntryRefusal } from './pix-entry.errors.ts';

/** Deletes a key, which frees it and its place in the limit of the account. Deletion and event commit together. */
export async function deletePixEntry(
  dependencies: OwnEntryDependencies,
  requester: Requester,
  named: NamedEntry,
): Promise<AddressingKey | DeletePixEntryRefusal> {
  const refusal = refuseDeletion(named);
  if (refusal !== undefined) return refusal;
  return dependencies.database.transaction<AddressingKey | DeletePixEntryRefusal>(async (transaction) => {
    const entry = await lockEntry(transaction, requester.partnerId, named);
    if (entry === undefined) return pixEntryNotFound();
    if (!isOwner(named, entry)) return permissionNotGranted();
    return removeEntry(transaction, dependencies, { entry, requester });
  });
}

/** Returns a refusal that is known without reading storage. */
export function refuseDeletion(named: NamedEntry): DeletePixEntryRefusal | undefined {
  const check = new InputCheck();
  demandKey(check, named.key);
  return check.violations.length > 0 ? refuseInput(check.violations) : refuseUserId(named);
}

/** Removes a locked key, and records its event. */
export async function removeEntry(
  transaction: Transaction,
  { eventLog, clock, random }: Omit<OwnEntryDependencies, 'database'>,
  { entry, requester }: { readonly entry: OwnEntry; readonly requester: Requester },
): Promise<AddressingKey> {
  const { entities } = transaction;
  const account = await entities.findOneOrFail(PaymentAccount, entry.accountId);
  const event = pixEntryEvent(PIX_ENTRY_WAS_DELETED, { entry, account, requester, at: clock.now() }, random);
  excludeEntry(entities, entry);
  await entities.flush();
  await eventLog.record(transaction, event);
  transaction.afterCommit(eventLog.wake);
  return { type: entry.keyType, value: entry.keyValue };
}
