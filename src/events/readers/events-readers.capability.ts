import type { Capability } from '../../capability.ts';
import type { LongPolls } from '../../platform/requests/long-polls.ts';
import { LOG_REST_MS } from '../../platform/log/log-tail.ts';
import { WakeUp } from '../../platform/loops/wake-up.ts';
import type { EventTail } from './webhook-event-tail.ts';
import { WebhookEventResolver } from './webhook-event.resolver.ts';
import type { WebhookEvents } from './webhook-events.loader.ts';
import { WebhookEventsSubscription } from './webhook-events.subscription.ts';
import type { NamedSource } from './webhook-events.args.ts';

interface EventNeeds {
  readonly webhookEvents: WebhookEvents;
  readonly eventTail: EventTail;
  readonly longPolls: LongPolls;
  readonly namedSource: NamedSource;
}

/** The events of a partner, as pages and live. */
export const eventsReaders: Capability<EventNeeds, { readonly eventTail: EventTail }> = {
  folder: 'events/readers',
  neighbours: ['events/log'],
  resolvers: (needs) => [new WebhookEventResolver(needs), new WebhookEventsSubscription(needs)],
  work({ eventTail }, loop) {
    const name = 'event-tail';
    const worker = loop(name, LOG_REST_MS, () => eventTail.advance());
    return [{ name, worker, role: 'api', wokenBy: [WakeUp.MOVED] }];
  },
};
