import type { invalidAccountStatus } from '../accounts/account.errors.ts';
import { refuse, type InvalidInput } from '../../kernel/domain-error.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import { SuggestedAction } from './suggested-action.enum.ts';

export function invalidUserId() {
  return refuse('INVALID_USER_ID', {});
}

export function targetAccountDoesNotExist() {
  return refuse('TARGET_ACCOUNT_DOES_NOT_EXIST', {});
}

export function permissionNotGranted() {
  return refuse('PERMISSION_NOT_GRANTED', {});
}

export function invalidAccountHolderStatus() {
  return refuse('INVALID_ACCOUNT_HOLDER_STATUS', {});
}

export function keyTypeIsInvalidForHolder() {
  return refuse('ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE', {});
}

export function keyIsNotHolderDocument() {
  return refuse('ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT', {});
}

export function invalidPhoneNumber() {
  return refuse('INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY', {});
}

export function invalidTransactionalHash() {
  return refuse('INVALID_TRANSACTIONAL_HASH', {});
}

/** The directory has the key already; `suggestedAction` is null where nothing would help. */
export function entryAlreadyExists(
  to: 'SAME_ACCOUNT' | 'SAME_HOLDER_AND_ANOTHER_ACCOUNT' | 'SAME_OWNER_INTO_ANOTHER_PLAYER' | 'ANOTHER_HOLDER',
  suggestedAction: SuggestedAction | null,
) {
  return refuse(`ENTRY_ALREADY_EXISTS_TO_${to}`, { suggestedAction });
}

export function maximumEntriesReached(limit: number) {
  return refuse('MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT', { limit });
}

export function evpTooSoon(retryAfterSeconds: number) {
  const suggestedAction = SuggestedAction.WAIT;
  return refuse('EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL', { retryAfterSeconds, suggestedAction });
}

/** Why an account that is there cannot have the key. */
export type PixEntryRefusal =
  | TooManyLookups
  | ReturnType<
      | typeof permissionNotGranted
      | typeof invalidAccountStatus
      | typeof invalidAccountHolderStatus
      | typeof keyTypeIsInvalidForHolder
      | typeof keyIsNotHolderDocument
      | typeof invalidPhoneNumber
      | typeof invalidTransactionalHash
      | typeof entryAlreadyExists
      | typeof maximumEntriesReached
      | typeof evpTooSoon
    >;

/** Everything that registerPixEntry may answer instead of an entry. */
export type RegisterPixEntryRefusal =
  InvalidInput | PixEntryRefusal | ReturnType<typeof invalidUserId | typeof targetAccountDoesNotExist>;
