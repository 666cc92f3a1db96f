import { Field, InputType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { CustomerStatus } from './customer-status.enum.ts';
import { PhoneInput } from './phone.input.ts';

@InputType({ description: 'Which customers: all given fields must match; an absent or empty list matches all.' })
export class CustomerFilter {
  @Field(() => [String], {
    nullable: true,
    description: 'Only persons with these CPFs: at most 100, each of 1 to 100 characters.',
  })
  readonly documentNumbers?: string[] | null;

  @Field(() => [CustomerStatus], { nullable: true, description: 'Only customers with one of these statuses.' })
  readonly statuses?: CustomerStatus[] | null;

  @Field(() => String, { nullable: true, description: 'Only persons whose record has this e-mail address.' })
  readonly email?: string | null;

  @Field(() => PhoneInput, { nullable: true, description: 'Only persons whose record has this phone.' })
  readonly phone?: PhoneInput | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Only customers first registered at this instant or later.',
  })
  readonly createdSince?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only customers first registered before this instant.' })
  readonly createdUntil?: string | null;
}
