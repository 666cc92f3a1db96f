import { Field, InputType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { PocketStatus, PocketUseCase } from './pocket.enum.ts';

const DESCRIPTION = 'Which pockets: all given fields must match; an absent or empty list matches all.';

@InputType({ description: DESCRIPTION })
export class AccountPocketFilter {
  @Field(() => [PocketStatus], { nullable: true, description: 'Only pockets with one of these statuses.' })
  readonly statuses?: PocketStatus[] | null;

  @Field(() => [PocketUseCase], { nullable: true, description: 'Only pockets for one of these purposes.' })
  readonly useCases?: PocketUseCase[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only pockets of users with these CPFs or CNPJs: at most 100, each of 1 to 100 characters.',
  })
  readonly userDocumentNumbers?: string[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only pockets created at this instant or later.' })
  readonly createdSince?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only pockets created before this instant.' })
  readonly createdUntil?: string | null;
}

@InputType({ description: DESCRIPTION })
export class PocketFilter extends AccountPocketFilter {
  @Field(() => [String], {
    nullable: true,
    description: 'Only pockets of payment accounts with these numbers: at most 100, each of 1 to 100 characters.',
  })
  readonly accountNumbers?: string[] | null;
}
