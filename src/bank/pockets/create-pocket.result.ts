import { Field, Int, ObjectType } from 'type-graphql';
import {
  AccountNotFoundErrorType,
  InvalidAccountStatusErrorType,
  ProductNotEligibleErrorType,
} from '../accounts/account-refusals.result.ts';
import { DateScalar, JsonObjectScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import {
  errorTypesOf,
  InvalidInputErrorType,
  type CarriedField,
} from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { pocketRefusals } from './pocket.errors.ts';
import { IdempotencyKeyReusedErrorType, ReplayableType } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import { LinkType } from '../../platform/graphql/vocabulary/link.type.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import type { PocketRow } from './pocket.rows.ts';
import { PocketUseCase } from './pocket.enum.ts';
import { pocketLinks } from './pocket-links.value.ts';
import { PocketType } from './pocket.type.ts';

@ObjectType('CreatePocketSuccess', { description: 'The pocket was created.', simpleResolvers: true })
export class CreatePocketSuccessType extends ReplayableType {
  @Field(() => PocketType, { description: 'The pocket.' })
  readonly pocket: PocketType;

  @Field(() => [LinkType], { description: 'Next steps for the pocket, as in the partner API.' })
  readonly links: readonly LinkType[];

  @Field(() => JsonObjectScalar, { nullable: true, description: 'The metadata of the input.' })
  readonly metadata: object | null;

  constructor({ row: pocket, replayed }: Made<PocketRow>, publicUrl: string) {
    super(replayed);
    this.pocket = new PocketType(pocket);
    this.metadata = pocket.metadata;
    this.links = pocketLinks(pocket.number, publicUrl).map(({ rel, method, url }) => new LinkType(rel, method, url));
  }
}

const birthDateFields: Readonly<Record<string, CarriedField>> = {
  birthDate: { type: () => DateScalar, description: 'The birth date that was sent.' },
  useCase: { type: () => PocketUseCase, description: 'The use case that was sent.' },
  minimumAge: {
    type: () => Int,
    nullable: true,
    description: 'Minimum age in completed years; null if there is none.',
  },
  maximumAge: {
    type: () => Int,
    nullable: true,
    description: 'Maximum age in completed years; null if there is none.',
  },
};

const errorTypeOf = errorTypesOf(pocketRefusals);

const refusalTypes = [
  InvalidInputErrorType,
  AccountNotFoundErrorType,
  InvalidAccountStatusErrorType,
  ProductNotEligibleErrorType,
  errorTypeOf('INVALID_USER_BIRTHDATE_FOR_USE_CASE', birthDateFields),
  errorTypeOf('INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE', birthDateFields),
  errorTypeOf('MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', {
    limit: {
      type: () => Int,
      nullable: true,
      description: 'Maximum number of pockets that are not CLOSED; null where the provider did not say.',
    },
    used: {
      type: () => Int,
      nullable: true,
      description: 'Number of pockets that are not CLOSED; null where the provider did not say.',
    },
  }),
  IdempotencyKeyReusedErrorType,
];

export const CreatePocketResult = resultUnion({
  name: 'CreatePocketResult',
  description: 'The pocket, or an error.',
  types: () => [CreatePocketSuccessType, ...refusalTypes],
});
