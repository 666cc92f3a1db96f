import { Field, ObjectType } from 'type-graphql';
import { AddressingKeyObjectType } from '../addressing-keys/addressing-key.type.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { pixEntryRefusals } from './pix-entry.errors.ts';
import { InvalidUserIdErrorType, PermissionNotGrantedErrorType } from './register-pix-entry.result.ts';

@ObjectType('DeletePixEntrySuccess', { description: 'The key no longer exists.', simpleResolvers: true })
export class DeletePixEntrySuccessType {
  @Field(() => AddressingKeyObjectType, { description: 'The deleted key.' })
  readonly addressingKey: AddressingKeyObjectType;

  constructor({ type, value }: AddressingKey) {
    this.addressingKey = new AddressingKeyObjectType(type, value);
  }
}

export const PixEntryNotFoundErrorType = errorTypesOf(pixEntryRefusals)('PIX_ENTRY_NOT_FOUND');

export const DeletePixEntryResult = resultUnion({
  name: 'DeletePixEntryResult',
  description: 'The deleted key, or an error.',
  types: () => [
    DeletePixEntrySuccessType,
    InvalidInputErrorType,
    InvalidUserIdErrorType,
    PixEntryNotFoundErrorType,
    PermissionNotGrantedErrorType,
  ],
});
