import { Field, InputType } from 'type-graphql';
import { ClosureReason } from '../accounts/account.enum.ts';

@InputType({ description: 'An account to close.' })
export class ClosePaymentAccountInput {
  @Field(() => String, { description: 'Number of the account, including the digit.' })
  readonly accountNumber!: string;

  @Field(() => ClosureReason, { defaultValue: ClosureReason.HOLDER_REQUEST, description: 'Why it is closed.' })
  readonly reason!: ClosureReason;
}
