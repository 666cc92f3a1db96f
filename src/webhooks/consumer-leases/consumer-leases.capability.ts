import type { Capability } from '../../capability.ts';
import { shortenWaits } from '../../platform/database/set-back-clock.ts';
import { ConsumerWorkerResolver, type WorkerNeeds } from './consumer-worker.resolver.ts';

/** Workers that take turns with a consumer: each leases it, reads from its position and acks. */
export const consumerLeases: Capability<WorkerNeeds> = {
  folder: 'webhooks/consumer-leases',
  neighbours: ['events/log', 'events/readers', 'webhooks/consumers'],
  waits: [shortenWaits('event_consumer', ['leased_until'])],
  resolvers: (needs) => [new ConsumerWorkerResolver(needs)],
};
