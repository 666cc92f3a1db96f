import { Field, ObjectType } from 'type-graphql';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import type { ClosedPocket } from './close-pocket.ts';
import { pocketRefusals } from './pocket.errors.ts';
import { PocketStatus } from './pocket.enum.ts';
import { PocketType } from './pocket.type.ts';

@ObjectType('ClosePocketSuccess', { description: 'The pocket is CLOSED.', simpleResolvers: true })
export class ClosePocketSuccessType {
  @Field(() => PocketType, { description: 'The pocket.' })
  readonly pocket: PocketType;

  @Field(() => Boolean, { description: 'False if it was CLOSED before: nothing was done.' })
  readonly changed: boolean;

  constructor({ pocket, changed }: ClosedPocket) {
    this.pocket = new PocketType(pocket);
    this.changed = changed;
  }
}

const errorTypeOf = errorTypesOf(pocketRefusals);

export const PocketNotFoundErrorType = errorTypeOf('POCKET_NOT_FOUND');

export const InvalidPocketStatusErrorType = errorTypeOf('INVALID_POCKET_STATUS', {
  pocketStatus: {
    type: () => PocketStatus,
    nullable: true,
    description: 'Status of the pocket; null where the provider did not say.',
  },
});

const refusalTypes = [InvalidInputErrorType, PocketNotFoundErrorType, InvalidPocketStatusErrorType];

export const ClosePocketResult = resultUnion({
  name: 'ClosePocketResult',
  description: 'The closed pocket, or an error.',
  types: () => [ClosePocketSuccessType, ...refusalTypes],
});
