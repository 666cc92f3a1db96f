import { createUnionType, Field, ObjectType } from 'type-graphql';
import { ViewerType } from '../../bank/partners/viewer.type.ts';
import { errorTypesOf } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { signingRefusals } from './signing.errors.ts';

const errorTypeOf = errorTypesOf(signingRefusals);

const SigningKeyTooNewErrorType = errorTypeOf('SIGNING_KEY_TOO_NEW', {
  usableAt: { type: () => DateTimeScalar, description: 'When the next key can be used.' },
});

@ObjectType('RotateSigningKeySuccess', {
  description: 'The next key signs from now on, and a new next key is published.',
  simpleResolvers: true,
})
export class RotateSigningKeySuccessType {
  @Field(() => ViewerType, { description: 'The partner, with its current signing key.' })
  readonly viewer: ViewerType;

  constructor(viewer: ViewerType) {
    this.viewer = viewer;
  }
}

export const RotateSigningKeyResult = createUnionType({
  name: 'RotateSigningKeyResult',
  description: 'The partner with its keys, or an error.',
  types: () => [RotateSigningKeySuccessType, SigningKeyTooNewErrorType],
});
