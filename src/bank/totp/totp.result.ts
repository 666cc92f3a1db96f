import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { IssuedHash } from '../addressing-keys/transactional-hash.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { totpRefusals } from './totp.errors.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { TotpCreated } from './create-totp.ts';
import { TotpLimit } from './totp-limit.enum.ts';

registerEnumType(TotpLimit, {
  name: 'TotpLimit',
  description: 'Limits of one-time codes, against guessing.',
  valuesConfig: {
    OPEN_OF_KEY: { description: 'Codes for one e-mail address or phone that are still valid.' },
    OPEN_OF_DOCUMENT: { description: 'Codes for one holder that are still valid.' },
    DAILY_OF_KEY: { description: 'Codes for one e-mail address or phone in 24 hours.' },
    DAILY_OF_DOCUMENT: { description: 'Codes for one holder in 24 hours.' },
  },
});

@ObjectType('CreateTotpSuccess', {
  description: 'A code was sent to the e-mail address or phone; in sandbox mode it is returned here.',
  simpleResolvers: true,
})
export class CreateTotpSuccessType {
  @Field(() => String, {
    description: 'Identifies the challenge: pass it to validateTotp with the code. It is not the code.',
  })
  readonly hash: string;

  @Field(() => String, {
    nullable: true,
    description: 'The code, six digits such as `041207`. Only in sandbox mode, where nothing is sent; otherwise null.',
  })
  readonly sandboxCode: string | null;

  @Field(() => DateTimeScalar, {
    description: 'When the code expires, in UTC: five minutes after its creation.',
  })
  readonly expiresAt: Date;

  constructor({ hash, code, expiresAt }: TotpCreated) {
    this.hash = hash;
    this.sandboxCode = code ?? null;
    this.expiresAt = expiresAt;
  }
}

@ObjectType('ValidateTotpSuccess', {
  description: 'The code was correct: the holder has access to the e-mail address or phone.',
  simpleResolvers: true,
})
export class ValidateTotpSuccessType {
  @Field(() => String, {
    description: 'Pass it to registerPixEntry: valid for one registration of this key by this holder.',
  })
  readonly transactionalHash: string;

  @Field(() => DateTimeScalar, {
    description: 'When the hash expires, in UTC: five minutes after the code was validated.',
  })
  readonly expiresAt: Date;

  constructor({ token, expiresAt }: IssuedHash) {
    this.transactionalHash = token;
    this.expiresAt = expiresAt;
  }
}

const errorTypeOf = errorTypesOf(totpRefusals);

const tooManyChallenges = errorTypeOf('TOO_MANY_TOTP_CHALLENGES', {
  reached: {
    type: () => TotpLimit,
    description: 'The limit that was reached; if several, the one that lasts longest.',
  },
  limit: { type: () => Int, description: 'Maximum number of codes.' },
  retryAfterSeconds: { type: () => Int, description: 'Seconds until another code can be sent.' },
});

export const CreateTotpResult = resultUnion({
  name: 'CreateTotpResult',
  description: 'The challenge, or an error.',
  types: () => [CreateTotpSuccessType, InvalidInputErrorType, tooManyChallenges],
});

const validateTotpRefusalTypes = [
  InvalidInputErrorType,
  errorTypeOf('INVALID_TOTP_CODE'),
  errorTypeOf('TOO_MANY_TOTP_TRIES', {
    retryAfterSeconds: { type: () => Int, description: 'Seconds until the next code is checked.' },
  }),
  errorTypeOf('TOTP_EXPIRED'),
];

export const ValidateTotpResult = resultUnion({
  name: 'ValidateTotpResult',
  description: 'The transactional hash, or an error.',
  types: () => [ValidateTotpSuccessType, ...validateTotpRefusalTypes],
});
