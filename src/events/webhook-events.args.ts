import { ArgsType, Field, Int } from 'type-graphql';
import { PageArgs } from '../platform/graphql/paging/page.args.ts';
import { WebhookEventFilter } from './webhook-event-filter.input.ts';

const FILTER = 'Which events; absent: all.';

/** Which page of the log. */
@ArgsType()
export class WebhookEventsArgs extends PageArgs {
  @Field(() => WebhookEventFilter, { nullable: true, description: FILTER })
  readonly filter?: WebhookEventFilter | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 0,
    description:
      'How long to wait for the first event where there is none yet, 0 to 25 seconds; with first and after, in an operation without other root fields. A request that waits counts as a socket.',
  })
  readonly wait?: number | null;
}

/** Which events are followed, and from where. */
@ArgsType()
export class LiveEventsArgs {
  @Field(() => WebhookEventFilter, { nullable: true, description: FILTER })
  readonly filter?: WebhookEventFilter | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor of the last event that was seen, also one of Query.webhookEvents, or Query.webhookEventsCursor; at most 30 days old. Without it the stream begins now.',
  })
  readonly after?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of a consumer: the stream begins at its place, shows the events of its filter, and pauses while 1,000 of them are not acked by ackEvents. Not together with after and filter.',
  })
  readonly consumer?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Who holds the consumer while the stream runs, 1 to 64 visible ASCII characters; with consumer only.',
  })
  readonly worker?: string | null;
}
