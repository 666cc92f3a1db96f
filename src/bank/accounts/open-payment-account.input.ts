import { Field, InputType } from 'type-graphql';
import { UuidScalar } from '../../platform/graphql/vocabulary/scalars.ts';

@InputType({ description: 'The customer to open an account for.' })
export class OpenPaymentAccountInput {
  @Field(() => UuidScalar, {
    description:
      'A GUID v4, new for each request. A repetition with the same key and input within 7 days returns the first result; an error leaves the key free.',
  })
  readonly idempotencyKey!: string;

  @Field(() => String, {
    description: 'CPF of an approved customer of the partner, digits only, such as `10020030169`.',
  })
  readonly documentNumber!: string;
}
