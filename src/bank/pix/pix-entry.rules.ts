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

/** Maximum number of keys of an account, of all types together (docs/partner-api.md). */
export const ENTRIES_MAX: Readonly<Record<HolderType, number>> = { CUSTOMER: 5, BUSINESS: 20 };
/** Minimum time between two EVP keys of an account, in seconds (docs/partner-api.md). */
export const EVP_INTERVAL_SECONDS = 60;
/** Prefix of Brazilian phones, of which only mobiles can be keys. */
const BRAZIL = '+55';

/** Facts about account, key and hash, read while the account is locked. */
export interface EntryFacts {
  readonly accountId: string;
  readonly accountStatus: AccountStatus;
  readonly bankIspb: string;
  readonly holderDocument: string;
  readonly holderType: HolderType;
  readonly registrationStatus: CustomerStatus;
  /** Whether the hash proves this key of this holder now; ignored if the key needs no hash. */
  readonly isProven: boolean;
  /** Why the partner cannot find out now whose key it is. */
  readonly lookupRefusal: TooManyLookups | undefined;
  /** The owner of the key, if any. */
  readonly keyOwner: KeyOwner | undefined;
  /** Number of keys of the account. */
  readonly entries: number;
  /** When the account got its last EVP key. */
  readonly lastEvpAt: Date | undefined;
}

/** Returns the first reason, in the order of the contract, to refuse a key of an account. */
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
  // A time in the future is from before the clock was set back, or from a clock that is slightly ahead.
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
