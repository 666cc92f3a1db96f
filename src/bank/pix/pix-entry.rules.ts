import { invalidAccountHolderStatus, invalidAccountStatus } from '../accounts/account.errors.ts';
import type { AccountStatus } from '../accounts/account.enum.ts';
import type { CustomerStatus } from '../customers/customer-status.enum.ts';
import type { HolderType } from '../customers/holder.enum.ts';
import type { InvalidInput, OfferedStep } from '../../kernel/domain-error.ts';
import { isBrazilianMobile } from '../../kernel/phone-number.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import type { TransactionalHashReason } from '../addressing-keys/transactional-hash.enum.ts';
import type { KeyOwner } from './key-directory.ts';
import { refuseOtherBank, type NamedBank, type NewPixEntry } from './new-pix-entry.value.ts';
import {
  entryAlreadyExists,
  evpTooSoon,
  invalidPhoneNumber,
  invalidTransactionalHash,
  keyIsNotHolderDocument,
  keyTypeIsInvalidForHolder,
  maximumEntriesReached,
  permissionNotGranted,
  type KeyToProve,
  type PixEntryRefusal,
} from './pix-entry.errors.ts';
import { SuggestedAction } from './suggested-action.enum.ts';

/** Maximum number of keys of an account, of all types together (docs/partner-api.md). */
export const ENTRIES_MAX: Readonly<Record<HolderType, number>> = { CUSTOMER: 5, BUSINESS: 20 };
/** Minimum time between two EVP keys of an account, in seconds (docs/partner-api.md). */
export const EVP_INTERVAL_SECONDS = 60;
/** Prefix of Brazilian phones, of which only mobiles can be keys. */
const BRAZIL = '+55';

/** What a refusal can contain. */
export interface RefusalContext {
  readonly wanted: NewPixEntry;
  /** The account that is to get the key. */
  readonly account: {
    readonly id: string;
    readonly bank: NamedBank;
    readonly holderDocument: string;
    readonly holderType: HolderType;
    readonly holderStatus: CustomerStatus;
    readonly status: AccountStatus;
    /** Number of its keys. */
    readonly entries: number;
    /** When it got its last EVP key. */
    readonly lastEvpAt: Date | undefined;
  };
  /** Why the hash does not prove the key; null if it does, or if none is needed. */
  readonly hashFault: TransactionalHashReason | null;
  /** Whether a code would be sent now to prove a key. */
  readonly mayCreateTotp: (toProve: KeyToProve) => Promise<boolean>;
  /** Whether an account of the partner has the key. */
  readonly isOwn: (key: AddressingKey) => Promise<boolean>;
  /** Why the partner cannot find out now whose key it is. */
  readonly lookupRefusal: TooManyLookups | undefined;
  /** The owner of the key, if any. */
  readonly keyOwner: KeyOwner | undefined;
  readonly now: Date;
}

interface EntryRule {
  /** The condition; the statement that decides has it in SQL (`decide-pix-entry.rows.ts`). */
  readonly refusesIf: string;
  readonly refusal: (context: RefusalContext) => PixEntryRefusal | InvalidInput | undefined;
}

/** Rules for a key of an account, in the order of the contract: the first whose condition is met refuses it. */
export const ENTRY_RULES = [
  { refusesIf: 'bankIsOther', refusal: ({ wanted, account }) => refuseOtherBank(wanted.bank, account.bank) },
  { refusesIf: 'userIsNotHolder', refusal: () => permissionNotGranted() },
  { refusesIf: 'accountIsNotActive', refusal: ({ account }) => invalidAccountStatus(account.status) },
  { refusesIf: 'holderIsNotApproved', refusal: ({ account }) => invalidAccountHolderStatus(account.holderStatus) },
  { refusesIf: 'keyTypeIsOfOtherHolders', refusal: () => keyTypeIsInvalidForHolder() },
  { refusesIf: 'keyIsOtherDocument', refusal: () => keyIsNotHolderDocument() },
  { refusesIf: 'phoneIsNotMobile', refusal: () => invalidPhoneNumber() },
  { refusesIf: 'keyIsNotProven', refusal: refuseProof },
  { refusesIf: 'lookupsAreUsedUp', refusal: ({ lookupRefusal }) => lookupRefusal },
  { refusesIf: 'keyIsTaken', refusal: refuseDuplicate },
  {
    refusesIf: 'limitIsReached',
    refusal: ({ account: { holderType, entries } }) => maximumEntriesReached(ENTRIES_MAX[holderType], entries),
  },
  { refusesIf: 'evpIsTooSoon', refusal: refuseEarlyEvp },
] as const satisfies readonly EntryRule[];

/** The condition of a rule. */
export type RefusalCondition = (typeof ENTRY_RULES)[number]['refusesIf'];

/** Returns the refusal of a rule, by index. */
export function refusalOfRule(nth: number, context: RefusalContext): PixEntryRefusal | InvalidInput {
  const refusal = ENTRY_RULES[nth]?.refusal(context);
  if (refusal === undefined) throw new RangeError(`No rule ${nth} refuses this addressing key.`);
  return refusal;
}

/** Whether a key is a Brazilian phone that is not a mobile, which cannot be a key. */
export function isOtherPhone({ keyType, keyValue = '' }: Pick<NewPixEntry, 'keyType' | 'keyValue'>): boolean {
  return keyType === AddressingKeyType.PHONE && keyValue.startsWith(BRAZIL) && !isBrazilianMobile(keyValue);
}

function refuseProof({ wanted, account, hashFault, mayCreateTotp }: RefusalContext): PixEntryRefusal | undefined {
  if (hashFault === null) return undefined;
  const toProve = { document: account.holderDocument, key: keyOf(wanted) };
  return invalidTransactionalHash(hashFault, toProve, () => mayCreateTotp(toProve));
}

/** The key that is wanted; a random one has no value yet. */
export const keyOf = ({ keyType: type, keyValue: value = '' }: NewPixEntry): AddressingKey => ({ type, value });

/** The same person at the same institution is the same holder; a claim can change only the owner of a phone. */
function refuseDuplicate(context: RefusalContext): PixEntryRefusal | undefined {
  const { wanted, account, keyOwner: owner } = context;
  if (owner === undefined) return undefined;
  const key = keyOf(wanted);
  if (owner.accountId === account.id) return entryAlreadyExists('SAME_ACCOUNT', SuggestedAction.CHANGE_ACCOUNT, key);
  if (owner.document !== account.holderDocument) {
    const isClaimable = wanted.keyType === AddressingKeyType.PHONE;
    return entryAlreadyExists('ANOTHER_HOLDER', isClaimable ? SuggestedAction.REQUEST_CLAIM : null, key);
  }
  const action = SuggestedAction.REQUEST_PORTABILITY;
  if (owner.ispb !== account.bank.ispb) return entryAlreadyExists('SAME_OWNER_INTO_ANOTHER_PLAYER', action, key);
  return entryAlreadyExists('SAME_HOLDER_AND_ANOTHER_ACCOUNT', action, key).resolvedBy(changeOfAccount(key, context));
}

/** The key moves to the account for which it was to be registered, if that may have another one. */
function changeOfAccount(key: AddressingKey, { wanted, account, isOwn }: RefusalContext): OfferedStep {
  const { bank, userId } = wanted;
  return {
    mutation: 'changePixEntryAccount',
    input: { key: key.value, account: { ...wanted.account, ...(bank && { bank }) }, ...(userId && { userId }) },
    isOpen: async () => account.entries < ENTRIES_MAX[account.holderType] && (await isOwn(key)),
  };
}

/** A time in the future is from before the clock was set back, or from a clock that is slightly ahead. */
function refuseEarlyEvp({ account: { id, lastEvpAt = new Date(0) }, now }: RefusalContext): PixEntryRefusal {
  const waitSeconds = EVP_INTERVAL_SECONDS - Math.abs(now.getTime() - lastEvpAt.getTime()) / 1_000;
  return evpTooSoon(Math.max(1, Math.ceil(waitSeconds)), { accountId: id, createdAt: lastEvpAt });
}
