import { ArgsType, Field, Int } from 'type-graphql';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { WebhookEventFilter } from './webhook-event-filter.input.ts';
import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import type { LogReader, LogSelection } from '../../platform/log/log-reader.ts';
import type { LoggedEvent } from './webhook-event-tail.ts';

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
}

/** What opens a subscription's source. */
export interface Opening {
  readonly context: RequestContext;
  readonly schema: GraphQLSchema;
  /** Returns what to read of the log. */
  readonly select: (filter: WebhookEventFilter) => LogSelection<LoggedEvent>;
}

/** Opens the source that arguments of an extension name; undefined: none, and the log is followed after a cursor. */
export type NamedSource = (args: LiveEventsArgs, opening: Opening) => Promise<LogReader<LoggedEvent>> | undefined;
