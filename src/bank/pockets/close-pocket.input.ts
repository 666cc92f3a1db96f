import { Field, InputType } from 'type-graphql';
import { ClosureReason } from '../accounts/account.enum.ts';

@InputType({ description: 'A pocket to close.' })
export class ClosePocketInput {
  @Field(() => String, { description: 'Number of the pocket with its suffix, such as `2000018412BRL`.' })
  readonly pocketNumber!: string;

  @Field(() => ClosureReason, { defaultValue: ClosureReason.HOLDER_REQUEST, description: 'Why it is closed.' })
  readonly reason!: ClosureReason;
}
