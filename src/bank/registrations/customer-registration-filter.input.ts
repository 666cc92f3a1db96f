import { Field, InputType } from 'type-graphql';
import { CustomerStatus } from '../customers/customer-status.enum.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';

@InputType({ description: 'Which registrations: all given fields must match; an absent or empty list matches all.' })
export class CustomerRegistrationFilter {
  @Field(() => [String], {
    nullable: true,
    description: 'Only registrations of persons with these CPFs: at most 100, each of 1 to 100 characters.',
  })
  readonly documentNumbers?: string[] | null;

  @Field(() => [CustomerStatus], { nullable: true, description: 'Only registrations with one of these statuses.' })
  readonly statuses?: CustomerStatus[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only registrations received at this instant or later.' })
  readonly receivedSince?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only registrations received before this instant.' })
  readonly receivedUntil?: string | null;
}
