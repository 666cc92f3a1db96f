import { extension } from '../../extension.ts';
import type { Database } from '../../platform/database/database.ts';
import type { LookNeeds } from '../../platform/loops/loops.ts';
import { consumerSource } from './consumer-source.subscription.ts';
import type { WorkerNeeds } from './consumer-worker.resolver.ts';
import { consumersCapability } from './consumers.capability.ts';
import type { ConsumerNeeds } from './event-consumer.resolver.ts';
import { HeldConsumers } from './held-consumers.ts';

interface Own {
  readonly heldConsumers: HeldConsumers;
}

type Core = Omit<ConsumerNeeds & WorkerNeeds, keyof Own> & LookNeeds & { readonly database: Database };

/** Consumers, and live events that begin at the position of one. */
export const consumers = extension<Core, Own>({
  name: 'consumers',
  capabilities: [consumersCapability],
  open: () => ({ heldConsumers: new HeldConsumers() }),
  ports: ({ heldConsumers }) => ({ namedSource: consumerSource(heldConsumers) }),
  settled: ({ heldConsumers }) => heldConsumers.settled(),
});
