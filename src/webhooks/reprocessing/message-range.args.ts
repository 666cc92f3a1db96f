import { ArgsType, Field, ID } from 'type-graphql';

@ArgsType()
export class MessageRangeArgs {
  @Field(() => ID, { description: 'Whose messages.' })
  readonly configurationId!: string;

  @Field(() => String, { description: '`sequence` of the first event, such as `2.1841`.' })
  readonly from!: string;

  @Field(() => String, { description: '`sequence` of the last event; at most 100,000 positions in all.' })
  readonly to!: string;

  @Field(() => Boolean, { defaultValue: false, description: 'True: only counts what would be sent again.' })
  readonly dryRun!: boolean;
}
