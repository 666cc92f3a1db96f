import { Field, InputType } from 'type-graphql';
import { ReprovalReason } from '../../bank/customers/reproval-reason.enum.ts';

@InputType({ description: 'A decision on a detailed analysis.' })
export class SimulateDecisionInput {
  @Field(() => String, { description: 'CPF of the customer, 11 digits without a mask, such as `99900000188`.' })
  readonly documentNumber!: string;

  @Field(() => Boolean, { description: 'Whether the registration is approved.' })
  readonly approved!: boolean;

  @Field(() => [ReprovalReason], { nullable: true, description: 'Why it is rejected; not beside an approval.' })
  readonly reasons?: readonly ReprovalReason[] | null;
}
