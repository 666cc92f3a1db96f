import { createUnionType, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { IssuedHash } from '../pix/transactional-hash.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { UnmappedRefusalErrorType } from '../../provider/intents/unmapped-refusal.result.ts';
import { totpRefusals } from './totp.errors.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { TotpCreated } from './create-totp.ts';
import { TotpLimit } from './totp-limit.enum.ts';

registerEnumType(TotpLimit, {
  name: 'TotpLimit',
  description: 'What bounds one-time codes, so that nobody guesses one.',
  valuesConfig: {
    OPEN_OF_KEY: { description: 'Codes for one e-mail address or phone that can still be used.' },
    OPEN_OF_DOCUMENT: { description: 'Codes for one holder that can still be used.' },
    DAILY_OF_KEY: { description: 'Codes for one e-mail address or phone in 24 hours.' },
    DAILY_OF_DOCUMENT: { description: 'Codes for one holder in 24 hours.' },
  },
});

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

const errorTypeOf = errorTypesOf(totpRefusals);

const tooManyChallenges = errorTypeOf('TOO_MANY_TOTP_CHALLENGES', {
  reached: { type: () => TotpLimit, description: 'Which limit is reached; of several the one that lasts longest.' },
  limit: { type: () => Int, description: 'How many it allows.' },
  retryAfterSeconds: { type: () => Int, description: 'In how many seconds there is room for another code.' },
});

export const CreateTotpResult = createUnionType({
  name: 'CreateTotpResult',
  description: 'The challenge, or why there is none.',
  types: () => [CreateTotpSuccessType, InvalidInputErrorType, tooManyChallenges, UnmappedRefusalErrorType],
});

const validateTotpRefusalTypes = [
  InvalidInputErrorType,
  errorTypeOf('INVALID_TOTP_CODE'),
  errorTypeOf('TOO_MANY_TOTP_TRIES', {
    retryAfterSeconds: { type: () => Int, description: 'In how many seconds the next code is looked at.' },
  }),
  errorTypeOf('TOTP_EXPIRED'),
  UnmappedRefusalErrorType,
];

export const ValidateTotpResult = createUnionType({
  name: 'ValidateTotpResult',
  description: 'The transactional hash, or why there is none.',
  types: () => [ValidateTotpSuccessType, ...validateTotpRefusalTypes],
});
