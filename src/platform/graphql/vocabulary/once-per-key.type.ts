import { Field, InputType, ObjectType } from 'type-graphql';
import { idempotencyRefusals } from '../../../kernel/idempotency-key-reused.ts';
import { errorTypesOf } from './domain-error.type.ts';
import { UuidScalar } from './scalars.ts';

/** What is made once where the caller wants it so. */
@InputType()
export abstract class KeyedInput {
  @Field(() => UuidScalar, {
    nullable: true,
    description:
      'A new GUID v4 for each thing that is wanted. Sent again within 7 days with the same input it gives the same one, and makes nothing new; a refusal leaves it free. Without one each request makes another.',
  })
  readonly idempotencyKey?: string | null;
}

/** A success of what a key makes once. */
@ObjectType({ simpleResolvers: true })
export abstract class ReplayableType {
  @Field(() => Boolean, {
    description: 'Whether the idempotency key had made this before; nothing new was made then.',
  })
  readonly replayed: boolean;

  constructor(replayed: boolean) {
    this.replayed = replayed;
  }
}

export const IdempotencyKeyReusedErrorType = errorTypesOf(idempotencyRefusals)('IDEMPOTENCY_KEY_REUSED');
