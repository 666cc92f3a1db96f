import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A status, and the pocket, the account or the customer that is to have it: exactly one.' })
export class SimulateStatusInput {
  @Field(() => String, { nullable: true, description: 'Number of a pocket, for ACTIVE, DORMANT or LOCKED.' })
  readonly pocketNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'Number of a payment account, for ACTIVE or BLOCKED.' })
  readonly accountNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'CPF of a customer, for APPROVED or BLOCKED.' })
  readonly documentNumber?: string | null;

  @Field(() => String, { description: 'The status. CLOSED and CANCELED have mutations of their own.' })
  readonly status!: string;
}
