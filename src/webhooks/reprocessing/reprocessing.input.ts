import { Field, ID, InputType } from 'type-graphql';
import { WebhookMessageFilter } from '../archive/webhook-message-filter.input.ts';

const DRY_RUN = 'If true, only counts the messages.';

@InputType({ description: 'The messages to send again.' })
export class ReprocessWebhookMessagesInput {
  @Field(() => [ID], { description: 'Ids or idempotency keys of 1 to 100 messages.' })
  readonly messageIds!: string[];
}

@InputType({ description: 'The messages to send again, by a filter.' })
export class ReprocessWebhookMessagesByFilterInput {
  @Field(() => WebhookMessageFilter, { description: 'Which messages; those on HOLD are skipped.' })
  readonly filter!: WebhookMessageFilter;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  readonly dryRun!: boolean;
}

@InputType({ description: 'The messages to send again, between two sequences.' })
export class ReprocessWebhookMessagesByRangeInput {
  @Field(() => ID, { description: 'Id of the configuration, a UUID.' })
  readonly configurationId!: string;

  @Field(() => String, { description: '`sequence` of the first event, such as `2.1841`.' })
  readonly from!: string;

  @Field(() => String, { description: '`sequence` of the last event; at most 100,000 positions.' })
  readonly to!: string;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  readonly dryRun!: boolean;
}
