import { Migration20261206090000_event_consumers } from '../../../migrations/Migration20261206090000_event_consumers.ts';
import type { Capability } from '../../capability.ts';
import { shortenWaits } from '../../platform/database/set-back-clock.ts';
import type { EventTail } from '../../events/readers/webhook-event-tail.ts';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import type { Random } from '../../kernel/random.ts';
import type { LongPolls } from '../../platform/graphql/operations/long-polls.ts';
import { consumerRefusals } from './consumer.errors.ts';
import { ConsumerWorkerResolver } from './consumer-worker.resolver.ts';
import { EventConsumer } from './event-consumer.entity.ts';
import { consumerNodes, EventConsumerResolver } from './event-consumer.resolver.ts';
import type { HeldConsumers } from './held-consumers.ts';

interface ConsumersNeeds {
  readonly webhookEvents: WebhookEvents;
  readonly eventTail: EventTail;
  readonly longPolls: LongPolls;
  readonly heldConsumers: HeldConsumers;
  readonly random: Random;
}

/** Named places in the events of a partner, moved by workers that take turns. */
export const consumers: Capability<ConsumersNeeds> = {
  folder: 'webhooks/consumers',
  neighbours: ['events/log', 'events/readers'],
  entities: [EventConsumer],
  waits: [shortenWaits('event_consumer', ['leased_until'])],
  migrations: [Migration20261206090000_event_consumers],
  refusals: [consumerRefusals],
  nodes: [consumerNodes],
  resolvers: (needs) => [new EventConsumerResolver(needs), new ConsumerWorkerResolver(needs)],
};
