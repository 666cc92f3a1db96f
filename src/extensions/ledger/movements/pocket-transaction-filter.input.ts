import { Field, InputType } from 'type-graphql';
import { DateTimeScalar } from '../../../platform/graphql/vocabulary/scalars.ts';
import { PocketTransactionStatus, PocketTransactionType } from './pocket-transaction.enum.ts';

@InputType({ description: 'Which transactions: all given fields must match; an absent or empty list matches all.' })
export class PocketTransactionFilter {
  @Field(() => [PocketTransactionType], { nullable: true, description: 'Only savings, or only redeems.' })
  readonly types?: PocketTransactionType[] | null;

  @Field(() => [PocketTransactionStatus], { nullable: true, description: 'Only transactions with these statuses.' })
  readonly statuses?: PocketTransactionStatus[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only transactions made at this instant or later.' })
  readonly since?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only transactions made before this instant.' })
  readonly until?: string | null;
}
