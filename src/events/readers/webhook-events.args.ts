import { ArgsType, Field, Int } from 'type-graphql';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { WebhookEventFilter } from './webhook-event-filter.input.ts';

const FILTER = 'Which events; all if absent.';

/** Which page of the log. */
@ArgsType()
export class WebhookEventsArgs extends PageArgs {
  @Field(() => WebhookEventFilter, { nullable: true, description: FILTER })
  readonly filter?: WebhookEventFilter | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 0,
    description:
      'Seconds to wait for the first event if there is none yet, 0 to 25. Requires first and after, and an operation with no other root field. A waiting request counts as a socket.',
  })
  readonly wait?: number | null;
}

/** Which events to follow, and from where. */
@ArgsType()
export class LiveEventsArgs {
  @Field(() => WebhookEventFilter, { nullable: true, description: FILTER })
  readonly filter?: WebhookEventFilter | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor of the last event that was received, from here or Query.webhookEvents, or Query.webhookEventsCursor; at most 30 days old. Without it the stream starts with the next event.',
  })
  readonly after?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of a consumer: the stream starts at its position, uses its filter, and pauses while 1,000 events are not acknowledged by ackEvents. Not together with after and filter.',
  })
  readonly consumer?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Worker that holds the consumer during the stream, 1 to 64 visible ASCII characters; only together with consumer.',
  })
  readonly worker?: string | null;
}
