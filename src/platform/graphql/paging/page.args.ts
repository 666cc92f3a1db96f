import { ArgsType, Field, Int } from 'type-graphql';

/** Selects a page of a connection: `first` rows after a cursor, or `last` rows before one. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description:
      'How many items from the front, 1 to 100; 20 when neither first nor last is given. Not together with last.',
  })
  readonly first?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only items after this cursor: the `endCursor` of the page before.',
  })
  readonly after?: string | null;

  @Field(() => Int, { nullable: true, description: 'How many items from the back, 1 to 100. Not together with first.' })
  readonly last?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only items before this cursor: the `startCursor` of the page after.',
  })
  readonly before?: string | null;
}
