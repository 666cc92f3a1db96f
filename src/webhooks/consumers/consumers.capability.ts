import { Migration20261129000300_consumers } from '../../../migrations/Migration20261129000300_consumers.ts';
import type { Capability } from '../../capability.ts';
import { consumerRefusals } from './consumer.errors.ts';
import { EventConsumer } from './event-consumer.entity.ts';
import { consumerNodes, EventConsumerResolver, type ConsumerNeeds } from './event-consumer.resolver.ts';

/** Named positions in the events of a partner. */
export const consumers: Capability<ConsumerNeeds> = {
  folder: 'webhooks/consumers',
  neighbours: ['events/log', 'events/readers'],
  entities: [EventConsumer],
  migrations: [Migration20261129000300_consumers],
  refusals: [consumerRefusals],
  nodes: [consumerNodes],
  resolvers: (needs) => [new EventConsumerResolver(needs)],
};
