import { Field, InputType } from 'type-graphql';
import { AccountStatus, AccountType } from './account.enum.ts';

@InputType({ description: 'Which accounts: all given fields must match; an absent or empty list matches all.' })
export class PaymentAccountFilter {
  @Field(() => [AccountStatus], { nullable: true, description: 'Only accounts with one of these statuses.' })
  readonly statuses?: AccountStatus[] | null;

  @Field(() => [AccountType], { nullable: true, description: 'Only accounts of these kinds.' })
  readonly types?: AccountType[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only accounts of holders with these CPFs or CNPJs: at most 100, each of 1 to 100 characters.',
  })
  readonly holderDocumentNumbers?: string[] | null;
}
