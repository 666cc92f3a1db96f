import { Field, InputType } from 'type-graphql';
import { CashInRail } from '../../bank/cash-ins/cash-in.enum.ts';
import { KeyedInput } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import { DecimalScalar } from '../../platform/graphql/vocabulary/scalars.ts';

@InputType({ description: 'An incoming payment to simulate.' })
export class SimulateCashInInput extends KeyedInput {
  @Field(() => String, { description: 'Number of the payment account, including the digit.' })
  readonly accountNumber!: string;

  @Field(() => DecimalScalar, { description: 'Amount, 0.01 to 99999999999999.99 BRL, with at most two decimals.' })
  readonly amount!: string;

  @Field(() => CashInRail, { description: 'Payment rail: each raises two events.' })
  readonly rail!: CashInRail;

  /** A field of the schema where books are kept, in which something can be held until it is cleared. */
  readonly clearAfterSeconds?: number;
}
