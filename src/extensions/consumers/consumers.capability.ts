import { Migration20261129000300_consumers } from '../../../migrations/Migration20261129000300_consumers.ts';
import type { Capability } from '../../capability.ts';
import type { Database } from '../../platform/database/database.ts';
import { restForOthers, type LookNeeds } from '../../platform/loops/loops.ts';
import { ConsumerWorkerResolver, type WorkerNeeds } from './consumer-worker.resolver.ts';
import { consumerRefusals } from './consumer.errors.ts';
import { EventConsumer } from './event-consumer.entity.ts';
import { consumerNodes, EventConsumerResolver, type ConsumerNeeds } from './event-consumer.resolver.ts';
import type { HeldConsumers } from './held-consumers.ts';
import { seedConsumers } from './seed-consumers.ts';

/** How late a process notices that another one has moved or deleted a consumer, in milliseconds. */
const HELD_REST_MS = 1_000;

interface HeldNeeds extends LookNeeds {
  readonly database: Database;
  readonly heldConsumers: HeldConsumers;
}

/** Named positions in the events of a partner, whose workers take turns: each leases one, reads from it and acks. */
export const consumersCapability: Capability<ConsumerNeeds & WorkerNeeds, HeldNeeds> = {
  folder: 'extensions/consumers',
  neighbours: ['events/log', 'events/readers', 'playground/sandbox-world'],
  entities: [EventConsumer],
  migrations: [Migration20261129000300_consumers],
  // The held consumers of all partners are looked up together.
  apiRights: [{ entity: EventConsumer, may: ['select'] }],
  refusals: [consumerRefusals],
  nodes: [consumerNodes],
  resolvers: (needs) => [new EventConsumerResolver(needs), new ConsumerWorkerResolver(needs)],
  work(needs, loop) {
    const { heldConsumers, database } = needs;
    const name = 'held-consumers';
    const worker = loop(name, restForOthers(needs, HELD_REST_MS), async () => {
      await heldConsumers.look(database);
      return false;
    });
    return [{ name, worker, role: 'api' }];
  },
  seed: seedConsumers,
};
