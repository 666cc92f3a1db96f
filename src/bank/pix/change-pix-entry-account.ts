import { LockMode } from '@mikro-orm/core';
import { invalidAccountHolderStatus, invalidAccountStatus } from '../accounts/account.errors.ts';
import { Bank } from '../accounts/bank.entity.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import { Holder } from '../customers/holder.entity.ts';
import { refuseInput } from '../../kernel/domain-error.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import type { Requester } from '../../kernel/requester.ts';
import { Unchanged, type AtCommit, type Transaction } from '../../platform/database/database.ts';
import { demandAccount, refuseOtherBank, type NamedBank, type PixEntryRequest } from './new-pix-entry.value.ts';
import {
  demandKey,
  isOwner,
  lockEntry,
  refuseUserId,
  type NamedEntry,
  type OwnEntry,
  type OwnEntryDependencies,
} from './own-entry.ts';
import { PixEntry } from './pix-entry.entity.ts';
import {
  entryAlreadyExists,
  evpCannotChangeAccount,
  maximumEntriesReached,
  permissionNotGranted,
  pixEntryNotFound,
  type ChangePixEntryAccountRefusal,
} from './pix-entry.errors.ts';
import { PIX_ENTRY_ACCOUNT_WAS_CHANGED, pixEntryEvent } from './pix-entry.events.ts';
import type { PixEntryRow } from './pix-entry.rows.ts';
import { ENTRIES_MAX } from './pix-entry.rules.ts';
import { refuseTarget } from './register-pix-entry.ts';

export interface ChangePixEntryAccountCommand extends NamedEntry, Pick<PixEntryRequest, 'account'> {}

export interface ChangedPixEntry {
  readonly entry: PixEntryRow;
  /** False if it identified that account before. */
  readonly changed: boolean;
}

interface Changing extends ChangePixEntryAccountCommand, Omit<OwnEntryDependencies, 'database'> {
  readonly requester: Requester;
}

/**
 * Lets a key identify another account of its holder, under the locks of account and key. Change and event commit
 * together. Refusals have the order of the contract.
 */
export async function changePixEntryAccount(
  { database, ...dependencies }: OwnEntryDependencies,
  requester: Requester,
  command: ChangePixEntryAccountCommand,
): Promise<ChangedPixEntry | ChangePixEntryAccountRefusal> {
  const check = new InputCheck();
  demandKey(check, command.key);
  demandAccount(check, command.account);
  if (check.violations.length > 0) return refuseInput(check.violations);
  const refusal = refuseUserId(command);
  if (refusal !== undefined) return refusal;
  return database.transaction<ChangedPixEntry | ChangePixEntryAccountRefusal>((transaction) =>
    changeInTransaction(transaction, { ...dependencies, ...command, requester }),
  );
}

async function changeInTransaction(
  transaction: Transaction,
  changing: Changing,
): Promise<ChangePixEntryAccountRefusal | Unchanged<ChangedPixEntry> | AtCommit<ChangedPixEntry>> {
  const { entities } = transaction;
  const { partnerId } = changing.requester;
  const { branch, number, type, bank } = changing.account;
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  // The account first, as registrations have it: the number of its keys is then final.
  const account = await entities.findOne(PaymentAccount, { partnerId, branch, number, type }, { lockMode });
  const entry = await lockEntry(transaction, partnerId, changing);
  if (entry === undefined) return pixEntryNotFound();
  if (account === null) return refuseTarget(transaction, partnerId, changing.account);
  const otherBank = refuseOtherBank(bank ?? undefined, await bankOf(transaction, account));
  if (otherBank !== undefined) return otherBank;
  if (!isOwner(changing, entry)) return permissionNotGranted();
  if (entry.keyType === AddressingKeyType.EVP) return evpCannotChangeAccount();
  if (entry.accountId === account.id) return new Unchanged({ entry: rowOf(entry), changed: false });
  const refusal = await refuseAccount(transaction, account, entry);
  return refusal ?? move(transaction, changing, { entry, account });
}

async function bankOf({ entities }: Transaction, { bankIspb }: PaymentAccount): Promise<NamedBank> {
  const { ispb, code = null, name } = await entities.findOneOrFail(Bank, bankIspb);
  return { ispb, code, name };
}

/** Returns why an account cannot have a key of another one. */
async function refuseAccount(
  { entities }: Transaction,
  account: PaymentAccount,
  { ownerDocument, keyType, keyValue }: OwnEntry,
): Promise<ChangePixEntryAccountRefusal | undefined> {
  if (account.status !== 'ACTIVE') return invalidAccountStatus(account.status);
  const holder = await entities.findOneOrFail(Holder, account.holderId);
  if (holder.registrationStatus !== 'APPROVED') return invalidAccountHolderStatus(holder.registrationStatus);
  if (holder.documentValue !== ownerDocument)
    return entryAlreadyExists('ANOTHER_HOLDER', null, { type: keyType, value: keyValue });
  const [limit, used] = [ENTRIES_MAX[holder.type], await entities.count(PixEntry, { accountId: account.id })];
  return used >= limit ? maximumEntriesReached(limit, used) : undefined;
}

async function move(
  transaction: Transaction,
  { eventLog, clock, random, requester }: Changing,
  { entry, account }: { readonly entry: OwnEntry; readonly account: PaymentAccount },
): Promise<AtCommit<ChangedPixEntry>> {
  const event = pixEntryEvent(PIX_ENTRY_ACCOUNT_WAS_CHANGED, { entry, account, requester, at: clock.now() }, random);
  entry.accountId = account.id;
  await transaction.entities.flush();
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await eventLog.record(pipelined, event);
    return { entry: rowOf(entry), changed: true };
  });
}

function rowOf({ id, keyType, keyValue, accountId, createdAt }: OwnEntry): PixEntryRow {
  return { id, keyType, keyValue, accountId, createdAt: createdAt.toISOString() };
}
