import { Field, InputType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { CashInRail } from './cash-in.enum.ts';

@InputType({ description: 'Which cash-ins: all given fields must match; an absent or empty list matches all.' })
export class CashInFilter {
  @Field(() => [String], {
    nullable: true,
    description: 'Only cash-ins of payment accounts with these numbers: at most 100, each of 1 to 100 characters.',
  })
  readonly accountNumbers?: string[] | null;

  @Field(() => [CashInRail], { nullable: true, description: 'Only cash-ins by these rails.' })
  readonly rails?: CashInRail[] | null;

  @Field(() => String, { nullable: true, description: 'Only the instant payment with this end-to-end identification.' })
  readonly endToEndId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only cash-ins received at this instant or later.' })
  readonly createdSince?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only cash-ins received before this instant.' })
  readonly createdUntil?: string | null;
}
