import { Field, InputType, ObjectType } from 'type-graphql';
import { idempotencyRefusals } from '../../../kernel/idempotency-key-reused.ts';
import { errorTypesOf } from './domain-error.type.ts';
import { UuidScalar } from './scalars.ts';

/** Input of a mutation that runs once per key, if the caller sends one. */
@InputType()
export abstract class KeyedInput {
  @Field(() => UuidScalar, {
    nullable: true,
    description:
      'A GUID v4, new for each request. A repetition with the same key and input within 7 days returns the first result; an error leaves the key free. Without a key each request creates something new.',
  })
  readonly idempotencyKey?: string | null;
}

/** Success of a mutation that runs once per key. */
@ObjectType({ simpleResolvers: true })
export abstract class ReplayableType {
  @Field(() => Boolean, {
    description: 'Whether this is the result of an earlier request with the same idempotency key.',
  })
  readonly replayed: boolean;

  constructor(replayed: boolean) {
    this.replayed = replayed;
  }
}

export const IdempotencyKeyReusedErrorType = errorTypesOf(idempotencyRefusals)('IDEMPOTENCY_KEY_REUSED');
