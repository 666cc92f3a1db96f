import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../accounts/payment-account.rows.ts';
import { invalidAccountHolderStatus, invalidAccountStatus } from '../accounts/account.errors.ts';
import type { DomainError } from '../../kernel/domain-error.ts';
import { tooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { Sql } from '../../platform/database/database.ts';
import { countIn, NOT_FOUND, type ToldReason } from '../../provider/calls/provider-refusal.ts';
import type { Asking } from '../../provider/intents/provider-mutation.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import type { NewPixEntry } from './new-pix-entry.value.ts';
import {
  entryAlreadyExists,
  evpTooSoon,
  invalidPhoneNumber,
  invalidTransactionalHash,
  invalidUserId,
  keyIsNotHolderDocument,
  keyTypeIsInvalidForHolder,
  maximumEntriesReached,
  permissionNotGranted,
  targetAccountDoesNotExist,
} from './pix-entry.errors.ts';
import { ENTRIES_MAX, EVP_INTERVAL_SECONDS } from './pix-entry.rules.ts';
import { SuggestedAction } from './suggested-action.enum.ts';

/** What a claim can change the owner of. */
const claimOf = (type: AddressingKeyType) => (type === AddressingKeyType.PHONE ? SuggestedAction.REQUEST_CLAIM : null);

/** The refusal that a code of the provider's is; what it does not tell follows from what was wanted. */
const BY_CODE: Readonly<Record<string, (reason: ToldReason, wanted: NewPixEntry) => DomainError>> = {
  INVALID_USER_ID: invalidUserId,
  TARGET_ACCOUNT_DOES_NOT_EXIST: targetAccountDoesNotExist,
  [NOT_FOUND]: targetAccountDoesNotExist,
  PERMISSION_NOT_GRANTED: permissionNotGranted,
  INVALID_ACCOUNT_STATUS: invalidAccountStatus,
  INVALID_ACCOUNT_HOLDER_STATUS: invalidAccountHolderStatus,
  ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE: keyTypeIsInvalidForHolder,
  ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT: keyIsNotHolderDocument,
  INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY: invalidPhoneNumber,
  INVALID_TRANSACTIONAL_HASH: invalidTransactionalHash,
  TOO_MANY_LOOKUPS: (reason) => tooManyLookups(countIn(reason, 'retryAfterSeconds') ?? 1),
  ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT: () => entryAlreadyExists('SAME_ACCOUNT', SuggestedAction.CHANGE_ACCOUNT),
  ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT: () =>
    entryAlreadyExists('SAME_HOLDER_AND_ANOTHER_ACCOUNT', SuggestedAction.REQUEST_PORTABILITY),
  ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER: () =>
    entryAlreadyExists('SAME_OWNER_INTO_ANOTHER_PLAYER', SuggestedAction.REQUEST_PORTABILITY),
  ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER: (_reason, { keyType }) =>
    entryAlreadyExists('ANOTHER_HOLDER', claimOf(keyType)),
  EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL: (reason) =>
    evpTooSoon(countIn(reason, 'retryAfterSeconds') ?? EVP_INTERVAL_SECONDS),
};

export function toldPixRefusal(
  reason: ToldReason,
  { wanted, requester: { partnerId } }: Asking<NewPixEntry>,
  sql: Sql,
): Promise<DomainError> | DomainError | undefined {
  if (reason.code === 'MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT')
    return maximumReached(reason, { partnerId, number: wanted.account.number }, sql);
  return Object.hasOwn(BY_CODE, reason.code) ? BY_CODE[reason.code]?.(reason, wanted) : undefined;
}

/** Where the provider does not say how many keys an account may have, its holder does. */
async function maximumReached(
  reason: ToldReason,
  account: { readonly partnerId: string; readonly number: string },
  sql: Sql,
): Promise<DomainError> {
  const limit = countIn(reason, 'limit');
  if (limit !== undefined) return maximumEntriesReached(limit);
  const [known] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, account);
  return maximumEntriesReached(ENTRIES_MAX[known?.holderType ?? 'CUSTOMER']);
}
