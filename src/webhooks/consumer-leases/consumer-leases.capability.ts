import type { Capability } from '../../capability.ts';
import type { Database } from '../../platform/database/database.ts';
import { restForOthers, type LookNeeds } from '../../platform/loops/loops.ts';
import { EventConsumer } from '../consumers/event-consumer.entity.ts';
import { ConsumerWorkerResolver, type WorkerNeeds } from './consumer-worker.resolver.ts';
import type { HeldConsumers } from './held-consumers.ts';

/** How late a process notices that another one has moved or deleted a consumer, in milliseconds. */
const HELD_REST_MS = 1_000;

interface HeldNeeds extends LookNeeds {
  readonly database: Database;
  readonly heldConsumers: HeldConsumers;
}

/** Workers that take turns with a consumer: each leases it, reads from its position and acks. */
export const consumerLeases: Capability<WorkerNeeds, HeldNeeds> = {
  folder: 'webhooks/consumer-leases',
  neighbours: ['events/log', 'events/readers', 'webhooks/consumers'],
  // The held consumers of all partners are looked up together.
  apiRights: [{ entity: EventConsumer, may: ['select'] }],
  resolvers: (needs) => [new ConsumerWorkerResolver(needs)],
  work(needs, loop) {
    const { heldConsumers, database } = needs;
    const name = 'held-consumers';
    const worker = loop(name, restForOthers(needs, HELD_REST_MS), async () => {
      await heldConsumers.look(database);
      return false;
    });
    return [{ name, worker, role: 'api' }];
  },
};
