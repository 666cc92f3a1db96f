import { Field, InputType } from 'type-graphql';
import { DecimalScalar, UuidScalar } from '../../../platform/graphql/vocabulary/scalars.ts';

@InputType()
abstract class MovementInput {
  @Field(() => UuidScalar, {
    description:
      'A GUID v4, new for each movement. A repetition with the same input within 7 days returns the same transaction; an error leaves the key free.',
  })
  readonly idempotencyKey!: string;

  @Field(() => String, { description: 'Number of the pocket with its suffix, such as `2000018412BRL`.' })
  readonly pocketNumber!: string;

  @Field(() => DecimalScalar, { description: 'Amount, 0.01 to 99999999999999.99, with at most two decimals.' })
  readonly amount!: string;

  @Field(() => String, { description: 'Currency of the amount, by ISO 4217: that of the account, `BRL`.' })
  readonly currency!: string;

  @Field(() => String, { nullable: true, description: 'What it is for, 1 to 140 characters after trimming.' })
  readonly description?: string | null;
}

@InputType({ description: 'Money to move from an account into one of its pockets.' })
export class SaveToPocketInput extends MovementInput {}

@InputType({ description: 'Money to move from a pocket back to its account.' })
export class RedeemFromPocketInput extends MovementInput {}
