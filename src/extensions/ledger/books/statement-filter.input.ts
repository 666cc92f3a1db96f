import { Field, InputType } from 'type-graphql';
import { DateTimeScalar } from '../../../platform/graphql/vocabulary/scalars.ts';
import { StatementEntryKind } from './ledger.enum.ts';

@InputType({ description: 'Which entries: all given fields must match; an absent or empty list matches all.' })
export class StatementFilter {
  @Field(() => [StatementEntryKind], { nullable: true, description: 'Only entries of these kinds.' })
  readonly kinds?: StatementEntryKind[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only entries that occurred at this instant or later.' })
  readonly since?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only entries that occurred before this instant.' })
  readonly until?: string | null;
}
