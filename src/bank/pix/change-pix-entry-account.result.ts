import { Field, ObjectType } from 'type-graphql';
import {
  InvalidAccountHolderStatusErrorType,
  InvalidAccountStatusErrorType,
} from '../accounts/account-refusals.result.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import type { ChangedPixEntry } from './change-pix-entry-account.ts';
import { PixEntryNotFoundErrorType } from './delete-pix-entry.result.ts';
import { pixEntryRefusals } from './pix-entry.errors.ts';
import { PixEntryType } from './pix-entry.type.ts';
import {
  AnotherHolderErrorType,
  InvalidUserIdErrorType,
  MaximumEntriesErrorType,
  PermissionNotGrantedErrorType,
  TargetAccountDoesNotExistErrorType,
} from './register-pix-entry.result.ts';

@ObjectType('ChangePixEntryAccountSuccess', { description: 'The key identifies the account.', simpleResolvers: true })
export class ChangePixEntryAccountSuccessType {
  @Field(() => PixEntryType, { description: 'The key with its account.' })
  readonly entry: PixEntryType;

  @Field(() => Boolean, { description: 'False if it identified that account before: nothing was done.' })
  readonly changed: boolean;

  constructor({ entry, changed }: ChangedPixEntry) {
    this.entry = new PixEntryType(entry);
    this.changed = changed;
  }
}

const EvpEntryCannotChangeAccountErrorType = errorTypesOf(pixEntryRefusals)('EVP_ENTRY_CANNOT_CHANGE_ACCOUNT');

export const ChangePixEntryAccountResult = resultUnion({
  name: 'ChangePixEntryAccountResult',
  description: 'The key with its account, or an error.',
  types: () => [
    ChangePixEntryAccountSuccessType,
    InvalidInputErrorType,
    InvalidUserIdErrorType,
    PixEntryNotFoundErrorType,
    TargetAccountDoesNotExistErrorType,
    PermissionNotGrantedErrorType,
    EvpEntryCannotChangeAccountErrorType,
    InvalidAccountStatusErrorType,
    InvalidAccountHolderStatusErrorType,
    AnotherHolderErrorType,
    MaximumEntriesErrorType,
  ],
});
