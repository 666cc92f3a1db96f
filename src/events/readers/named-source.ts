import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../platform/graphql/operations/request-context.ts';
import type { LogReader, LogSelection } from '../../platform/log/log-reader.ts';
import type { WebhookEventFilter } from './webhook-event-filter.input.ts';
import type { LoggedEvent } from './webhook-event-tail.ts';
import type { LiveEventsArgs } from './webhook-events.args.ts';

/** What opens a subscription's source. */
export interface Opening {
  readonly context: RequestContext;
  readonly schema: GraphQLSchema;
  /** Returns what to read of the log. */
  readonly select: (filter: WebhookEventFilter) => LogSelection<LoggedEvent>;
}

/** Opens the source that arguments of an extension name; undefined: none, and the log is followed after a cursor. */
export type NamedSource = (args: LiveEventsArgs, opening: Opening) => Promise<LogReader<LoggedEvent>> | undefined;
