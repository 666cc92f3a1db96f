import * as v from 'valibot';
import { AccountStatus } from '../../../bank/accounts/account.enum.ts';
import { CustomerStatus } from '../../../bank/customers/customer-status.enum.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../../../bank/accounts/payment-account.rows.ts';
import { invalidAccountHolderStatus, invalidAccountStatus } from '../../../bank/accounts/account.errors.ts';
import { tooManyLookups } from '../../../kernel/too-many-lookups.ts';
import { countIn, NOT_FOUND, oneOfIn } from '../calls/provider-refusal.ts';
import { readByCode, type RefusalCase, type RefusalsByCode } from '../intents/read-refusal.ts';
import { AddressingKeyType } from '../../../bank/addressing-keys/addressing-key.enum.ts';
import type { NewPixEntry } from '../../../bank/pix/new-pix-entry.value.ts';
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
  type PixEntryRefusal,
} from '../../../bank/pix/pix-entry.errors.ts';
import { PixAccountMember } from '../../../bank/pix/pix-account-member.enum.ts';
import { refuseTarget } from '../../../bank/pix/register-pix-entry.ts';
import { TransactionalHashReason } from '../../../bank/addressing-keys/transactional-hash.enum.ts';
import { ENTRIES_MAX, EVP_INTERVAL_SECONDS, keyOf } from '../../../bank/pix/pix-entry.rules.ts';
import { SuggestedAction } from '../../../bank/pix/suggested-action.enum.ts';

const MISMATCHES = v.array(v.enum(PixAccountMember));

/** Only the owner of a phone can be changed by a claim. */
const claimOf = (type: AddressingKeyType) => (type === AddressingKeyType.PHONE ? SuggestedAction.REQUEST_CLAIM : null);

type PixRefusalCode =
  | PixEntryRefusal['code']
  | ReturnType<typeof invalidUserId | typeof targetAccountDoesNotExist>['code']
  | typeof NOT_FOUND
  | 'ENTRY_TRANSACTIONAL_HASH_INVALID';

/** Maps the provider's codes to refusals; values that the provider omits follow from the input. */
const REFUSALS: RefusalsByCode<PixRefusalCode, NewPixEntry> = {
  INVALID_USER_ID: invalidUserId,
  TARGET_ACCOUNT_DOES_NOT_EXIST: refuseAccount,
  [NOT_FOUND]: refuseAccount,
  PERMISSION_NOT_GRANTED: permissionNotGranted,
  INVALID_ACCOUNT_STATUS: ({ reason }) => invalidAccountStatus(oneOfIn(reason, 'accountStatus', AccountStatus)),
  INVALID_ACCOUNT_HOLDER_STATUS: ({ reason }) =>
    invalidAccountHolderStatus(oneOfIn(reason, 'holderStatus', CustomerStatus)),
  ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE: keyTypeIsInvalidForHolder,
  ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT: keyIsNotHolderDocument,
  INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY: invalidPhoneNumber,
  INVALID_TRANSACTIONAL_HASH: refuseHash,
  ENTRY_TRANSACTIONAL_HASH_INVALID: refuseHash,
  TOO_MANY_LOOKUPS: ({ reason }) => tooManyLookups(countIn(reason, 'retryAfterSeconds') ?? 1),
  ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT: ({ wanted }) =>
    entryAlreadyExists('SAME_ACCOUNT', SuggestedAction.CHANGE_ACCOUNT, keyOf(wanted)),
  ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT: ({ wanted }) =>
    entryAlreadyExists('SAME_HOLDER_AND_ANOTHER_ACCOUNT', SuggestedAction.REQUEST_PORTABILITY, keyOf(wanted)),
  ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER: ({ wanted }) =>
    entryAlreadyExists('SAME_OWNER_INTO_ANOTHER_PLAYER', SuggestedAction.REQUEST_PORTABILITY, keyOf(wanted)),
  ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER: ({ wanted }) =>
    entryAlreadyExists('ANOTHER_HOLDER', claimOf(wanted.keyType), keyOf(wanted)),
  EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL: ({ reason }) =>
    evpTooSoon(countIn(reason, 'retryAfterSeconds') ?? EVP_INTERVAL_SECONDS),
  // If the provider does not say how many keys an account can have, the type of its holder does.
  async MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT({ reason, wanted, requester: { partnerId }, sql }) {
    const limit = countIn(reason, 'limit');
    if (limit !== undefined) return maximumEntriesReached(limit, countIn(reason, 'used') ?? null);
    const [account] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: wanted.account.number });
    return maximumEntriesReached(ENTRIES_MAX[account?.holderType ?? 'CUSTOMER']);
  },
};

async function refuseHash({ reason, wanted, requester: { partnerId }, sql }: RefusalCase<NewPixEntry>) {
  const [account] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: wanted.account.number });
  const why = oneOfIn(reason, 'reason', TransactionalHashReason) ?? TransactionalHashReason.UNKNOWN;
  return invalidTransactionalHash(why, account && { document: account.holderDocumentValue, key: keyOf(wanted) });
}

/** If the provider does not say what differs from the account, what is stored here of it does. */
function refuseAccount({ reason, wanted, requester: { partnerId }, sql }: RefusalCase<NewPixEntry>) {
  const { mismatches } = reason.details;
  return v.is(MISMATCHES, mismatches)
    ? targetAccountDoesNotExist(mismatches)
    : refuseTarget(sql, partnerId, wanted.account);
}

export const providerPixRefusal = readByCode(REFUSALS);
