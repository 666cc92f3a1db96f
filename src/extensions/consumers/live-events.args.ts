import { Field } from 'type-graphql';
import { LiveEventsArgs } from '../../events/readers/webhook-events.args.ts';

declare module '../../events/readers/webhook-events.args.ts' {
  interface LiveEventsArgs {
    readonly consumer?: string | null;
    readonly worker?: string | null;
  }
}

const ADDED = {
  consumer:
    'Name of a consumer: the stream starts at its position, uses its filter, and pauses while 1,000 events are not acknowledged by ackEvents. Not together with after and filter.',
  worker:
    'Worker that holds the consumer during the stream, 1 to 64 visible ASCII characters; only together with consumer.',
} as const;

// Arguments of the core's subscription.
for (const [name, description] of Object.entries(ADDED))
  Field(() => String, { nullable: true, description })(LiveEventsArgs.prototype, name);
