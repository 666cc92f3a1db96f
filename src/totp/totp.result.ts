import { createUnionType, Field, ObjectType } from 'type-graphql';
import type { IssuedHash } from '../pix/transactional-hash.ts';
import { errorTypeOf, InvalidInputErrorType } from '../platform/graphql/domain-error.type.ts';
import { DateTimeScalar } from '../platform/graphql/scalars.ts';
import type { TotpCreated } from './create-totp.ts';

@ObjectType('CreateTotpSuccess', {
  description: 'A code is on its way to the e-mail address or phone; in sandbox mode it is here.',
  simpleResolvers: true,
})
export class CreateTotpSuccessType {
  @Field(() => String, {
    description: 'Names the challenge: pass it to validateTotp with the code. Not the code itself.',
  })
  readonly hash: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The code itself, six digits such as `041207`. In sandbox mode alone, where nothing is sent; null elsewhere.',
  })
  readonly sandboxCode: string | null;

  @Field(() => DateTimeScalar, {
    description: 'From when on the code is late: five minutes after it was made, in UTC.',
  })
  readonly expiresAt: Date;

  constructor({ hash, code, expiresAt }: TotpCreated) {
    this.hash = hash;
    this.sandboxCode = code ?? null;
    this.expiresAt = expiresAt;
  }
}

@ObjectType('ValidateTotpSuccess', {
  description: 'The code was right: its holder has the e-mail address or phone.',
  simpleResolvers: true,
})
export class ValidateTotpSuccessType {
  @Field(() => String, {
    description: 'Pass it to registerPixEntry: good once, for this holder and this key, until a key is made with it.',
  })
  readonly transactionalHash: string;

  @Field(() => DateTimeScalar, {
    description: 'From when on the hash is late: five minutes after the code was given back, in UTC.',
  })
  readonly expiresAt: Date;

  constructor({ token, expiresAt }: IssuedHash) {
    this.transactionalHash = token;
    this.expiresAt = expiresAt;
  }
}

export const CreateTotpResult = createUnionType({
  name: 'CreateTotpResult',
  description: 'The challenge, or why there is none.',
  types: () => [CreateTotpSuccessType, InvalidInputErrorType],
});

const validateTotpRefusalTypes = [InvalidInputErrorType, errorTypeOf('INVALID_TOTP_CODE'), errorTypeOf('TOTP_EXPIRED')];

export const ValidateTotpResult = createUnionType({
  name: 'ValidateTotpResult',
  description: 'The transactional hash, or why there is none.',
  types: () => [ValidateTotpSuccessType, ...validateTotpRefusalTypes],
});
