import { Field, InputType } from 'type-graphql';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';

@InputType({ description: 'Which keys: all given fields must match; an absent or empty list matches all.' })
export class PixEntryFilter {
  @Field(() => [String], {
    nullable: true,
    description: 'Only keys of payment accounts with these numbers: at most 100, each of 1 to 100 characters.',
  })
  readonly accountNumbers?: string[] | null;

  @Field(() => [AddressingKeyType], { nullable: true, description: 'Only keys of these types.' })
  readonly types?: AddressingKeyType[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only keys of holders with these CPFs or CNPJs: at most 100, each of 1 to 100 characters.',
  })
  readonly holderDocumentNumbers?: string[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only keys registered at this instant or later.' })
  readonly createdSince?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only keys registered before this instant.' })
  readonly createdUntil?: string | null;
}
