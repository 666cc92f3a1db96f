import type { AccountStatus } from '../accounts/account.enum.ts';
import { invalidAccountHolderStatus, invalidAccountStatus } from '../accounts/account.errors.ts';
import type { CustomerStatus } from '../customers/customer-status.enum.ts';
import type { HolderType } from '../customers/holder.enum.ts';
import { isBrazilianMobile } from '../../kernel/phone-number.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import { isProvenKeyType } from '../addressing-keys/addressing-key.value.ts';
import type { KeyOwner } from './key-directory.ts';
import type { NewPixEntry } from './new-pix-entry.value.ts';
import {
  entryAlreadyExists,
  evpTooSoon,
  invalidPhoneNumber,
  invalidTransactionalHash,
  keyIsNotHolderDocument,
  keyTypeIsInvalidForHolder,
  maximumEntriesReached,
  permissionNotGranted,
  type PixEntryRefusal,
} from './pix-entry.errors.ts';
import { SuggestedAction } from './suggested-action.enum.ts';

/** Keys that an account may have, of whatever type (seed, Limits). */
export const ENTRIES_MAX: Readonly<Record<HolderType, number>> = { CUSTOMER: 5, BUSINESS: 20 };
/** Seconds between EVP keys of an account (seed, Limits: about one minute). */
export const EVP_INTERVAL_SECONDS = 60;
/** How Brazilian phones begin, of which only mobiles can be keys. */
const BRAZIL = '+55';

/** What is known of account, key and hash, read under a lock of the account. */
export interface EntryFacts {
  readonly accountId: string;
  readonly accountStatus: AccountStatus;
  readonly bankIspb: string;
  readonly holderDocument: string;
  readonly holderType: HolderType;
  readonly registrationStatus: CustomerStatus;
  /** Whether the hash proves this key of this holder now; of no interest where none is needed. */
  readonly isProven: boolean;
  /** Why it may not be told whose the key is. */
  readonly lookupRefusal: TooManyLookups | undefined;
  /** Whose the key is already. */
  readonly keyOwner: KeyOwner | undefined;
  /** Keys of the account. */
  readonly entries: number;
  /** When the account got its last EVP key. */
  readonly lastEvpAt: Date | undefined;
}

/** The first reason to refuse a key of an account, in the order of the contract, or undefined. */
export function firstRefusal(entry: NewPixEntry, facts: EntryFacts, now: Date): PixEntryRefusal | undefined {
  return (
    refuseUserAndAccount(entry, facts) ??
    refuseKey(entry, facts) ??
    facts.lookupRefusal ??
    refuseDirectory(entry, facts, now)
  );
}

function refuseUserAndAccount({ userId }: NewPixEntry, facts: EntryFacts): PixEntryRefusal | undefined {
  if (userId !== undefined && userId !== facts.holderDocument) return permissionNotGranted();
  if (facts.accountStatus !== 'ACTIVE') return invalidAccountStatus();
  return facts.registrationStatus === 'APPROVED' ? undefined : invalidAccountHolderStatus();
}

function refuseKey({ keyType, keyValue = '' }: NewPixEntry, facts: EntryFacts): PixEntryRefusal | undefined {
  const isOfBusiness = facts.holderType === 'BUSINESS';
  if (keyType === (isOfBusiness ? AddressingKeyType.CPF : AddressingKeyType.CNPJ)) return keyTypeIsInvalidForHolder();
  const isDocumentKey = keyType === AddressingKeyType.CPF || keyType === AddressingKeyType.CNPJ;
  if (isDocumentKey && keyValue !== facts.holderDocument) return keyIsNotHolderDocument();
  const isBrazilianPhone = keyType === AddressingKeyType.PHONE && keyValue.startsWith(BRAZIL);
  if (isBrazilianPhone && !isBrazilianMobile(keyValue)) return invalidPhoneNumber();
  return isProvenKeyType(keyType) && !facts.isProven ? invalidTransactionalHash() : undefined;
}

function refuseDirectory({ keyType }: NewPixEntry, facts: EntryFacts, now: Date): PixEntryRefusal | undefined {
  if (facts.keyOwner !== undefined) return refuseDuplicate(keyType, facts, facts.keyOwner);
  const limit = ENTRIES_MAX[facts.holderType];
  if (facts.entries >= limit) return maximumEntriesReached(limit);
  if (keyType !== AddressingKeyType.EVP || facts.lastEvpAt === undefined) return undefined;
  // One that is ahead was made before the clock was set back, or by one a little ahead.
  const waitSeconds = EVP_INTERVAL_SECONDS - Math.abs(now.getTime() - facts.lastEvpAt.getTime()) / 1_000;
  return waitSeconds > 0 ? evpTooSoon(Math.ceil(waitSeconds)) : undefined;
}

/** The same person at the same institution is the same holder; a claim can change only the owner of a phone. */
function refuseDuplicate(keyType: AddressingKeyType, facts: EntryFacts, owner: KeyOwner): PixEntryRefusal {
  if (owner.accountId === facts.accountId) return entryAlreadyExists('SAME_ACCOUNT', SuggestedAction.CHANGE_ACCOUNT);
  if (owner.document !== facts.holderDocument) {
    const isClaimable = keyType === AddressingKeyType.PHONE;
    return entryAlreadyExists('ANOTHER_HOLDER', isClaimable ? SuggestedAction.REQUEST_CLAIM : null);
  }
  const to = owner.ispb === facts.bankIspb ? 'SAME_HOLDER_AND_ANOTHER_ACCOUNT' : 'SAME_OWNER_INTO_ANOTHER_PLAYER';
  return entryAlreadyExists(to, SuggestedAction.REQUEST_PORTABILITY);
}
