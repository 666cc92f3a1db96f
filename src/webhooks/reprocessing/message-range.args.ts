import { ArgsType, Field, ID } from 'type-graphql';

@ArgsType()
export class MessageRangeArgs {
  @Field(() => ID, { description: 'Id of the configuration, a UUID.' })
  readonly configurationId!: string;

  @Field(() => String, { description: '`sequence` of the first event, such as `2.1841`.' })
  readonly from!: string;

  @Field(() => String, { description: '`sequence` of the last event; at most 100,000 positions.' })
  readonly to!: string;

  @Field(() => Boolean, { defaultValue: false, description: 'If true, only counts the messages.' })
  readonly dryRun!: boolean;
}
