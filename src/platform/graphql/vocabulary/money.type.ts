import { Field, InputType, ObjectType } from 'type-graphql';
import { DecimalScalar } from './scalars.ts';

@ObjectType('Money', { description: 'An amount in a currency.', simpleResolvers: true })
export class MoneyType {
  @Field(() => DecimalScalar, { description: 'Amount with two decimals, such as `5400.00`.' })
  readonly value: string;

  @Field(() => String, { description: 'ISO 4217 code of the currency: `BRL`.' })
  readonly currency: string;

  constructor(value: string, currency: string) {
    this.value = value;
    this.currency = currency;
  }
}

@InputType({ description: 'An amount in a currency.' })
export class MoneyInput {
  @Field(() => DecimalScalar, {
    description: 'Amount, 0.00 to 99999999999999.99 with at most two decimals, such as `5400.00`.',
  })
  readonly value!: string;

  @Field(() => String, { defaultValue: 'BRL', description: 'ISO 4217 code of the currency: `BRL`.' })
  readonly currency!: string;
}
