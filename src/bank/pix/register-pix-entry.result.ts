import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  InvalidAccountHolderStatusErrorType,
  InvalidAccountStatusErrorType,
} from '../accounts/account-refusals.result.ts';
import {
  errorTypesOf,
  InvalidInputErrorType,
  type CarriedField,
} from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { pixEntryRefusals } from './pix-entry.errors.ts';
import { TooManyLookupsErrorType } from '../../platform/graphql/vocabulary/too-many-lookups.type.ts';
import { IdempotencyKeyReusedErrorType, ReplayableType } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import type { PixEntryRow } from './pix-entry.rows.ts';
import { PixEntryType } from './pix-entry.type.ts';
import { TransactionalHashReason } from '../addressing-keys/transactional-hash.enum.ts';
import { PixAccountMember } from './pix-account-member.enum.ts';
import { SuggestedAction } from './suggested-action.enum.ts';

registerEnumType(SuggestedAction, {
  name: 'SuggestedAction',
  description: 'Suggested next steps for a refused key.',
  valuesConfig: {
    REQUEST_PORTABILITY: { description: 'Request the portability of the key, as its owner.' },
    REQUEST_CLAIM: { description: 'Claim the key of another holder; possible only for phones.' },
    CHANGE_ACCOUNT: { description: 'Change the account that the key identifies.' },
    WAIT: { description: 'Wait for `retryAfterSeconds`, and try again.' },
  },
});

@ObjectType('RegisterPixEntrySuccess', { description: 'The key is registered.', simpleResolvers: true })
export class RegisterPixEntrySuccessType extends ReplayableType {
  @Field(() => PixEntryType, { description: 'The key with its account.' })
  readonly entry: PixEntryType;

  constructor({ row, replayed }: Made<PixEntryRow>) {
    super(replayed);
    this.entry = new PixEntryType(row);
  }
}

const duplicateFields: Readonly<Record<string, CarriedField>> = {
  suggestedAction: {
    type: () => SuggestedAction,
    nullable: true,
    description: 'Suggested next step; null if there is none.',
  },
};

registerEnumType(TransactionalHashReason, {
  name: 'TransactionalHashReason',
  description: 'Why a transactional hash is refused.',
  valuesConfig: {
    EXPIRED: { description: 'It was issued more than five minutes ago.' },
    USED: { description: 'A key was registered with it.' },
    OTHER_KEY: { description: 'It proves another key.' },
    OTHER_HOLDER: { description: 'It proves the key for another holder.' },
    UNKNOWN: { description: 'It is no hash of the partner, it is forgotten, or the provider did not say more.' },
  },
});

registerEnumType(PixAccountMember, {
  name: 'PixAccountMember',
  description: 'What of an account can be wrong, although the partner has an account of that number.',
  valuesConfig: {
    BRANCH: { description: 'The account is of another branch.' },
    TYPE: { description: 'The account is of another type.' },
  },
});

const errorTypeOf = errorTypesOf(pixEntryRefusals);

/** Their entries are found by the resolvers of refused entries. */
export const EntryOfSameAccountErrorType = errorTypeOf('ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT', duplicateFields);
export const EntryOfAnotherAccountErrorType = errorTypeOf(
  'ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT',
  duplicateFields,
);
export const EvpTooSoonErrorType = errorTypeOf('EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL', {
  // Nullable as in its neighbours: otherwise one selection could not contain the field for all members of the union.
  suggestedAction: { type: () => SuggestedAction, nullable: true, description: 'Always WAIT.' },
  retryAfterSeconds: { type: () => Int, description: 'Seconds until the next one may be registered, 1 to 60.' },
});

export const TargetAccountDoesNotExistErrorType = errorTypeOf('TARGET_ACCOUNT_DOES_NOT_EXIST', {
  mismatches: {
    type: () => [PixAccountMember],
    description: "What differs from the partner's account of that number; empty if it has none.",
  },
});

export const MaximumEntriesErrorType = errorTypeOf('MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT', {
  limit: {
    type: () => Int,
    nullable: true,
    description:
      'Maximum number of keys of the account: 5 for a person, 20 for a company; null where the provider did not say.',
  },
  used: {
    type: () => Int,
    nullable: true,
    description: 'Number of keys of the account; null where the provider did not say.',
  },
});

export const AnotherHolderErrorType = errorTypeOf('ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER', duplicateFields);

export const InvalidUserIdErrorType = errorTypeOf('INVALID_USER_ID');

export const PermissionNotGrantedErrorType = errorTypeOf('PERMISSION_NOT_GRANTED');

const refusalTypes = [
  InvalidInputErrorType,
  IdempotencyKeyReusedErrorType,
  errorTypeOf('INVALID_TRANSACTIONAL_HASH', {
    reason: { type: () => TransactionalHashReason, description: 'Why it is refused.' },
  }),
  TooManyLookupsErrorType,
  errorTypeOf('ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT'),
  errorTypeOf('ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE'),
  TargetAccountDoesNotExistErrorType,
  InvalidAccountStatusErrorType,
  InvalidAccountHolderStatusErrorType,
  MaximumEntriesErrorType,
  EntryOfAnotherAccountErrorType,
  AnotherHolderErrorType,
  EntryOfSameAccountErrorType,
  errorTypeOf('ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER', duplicateFields),
  EvpTooSoonErrorType,
  InvalidUserIdErrorType,
  PermissionNotGrantedErrorType,
  errorTypeOf('INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY'),
];

export const RegisterPixEntryResult = resultUnion({
  name: 'RegisterPixEntryResult',
  description: 'The registered key, or an error.',
  types: () => [RegisterPixEntrySuccessType, ...refusalTypes],
});
