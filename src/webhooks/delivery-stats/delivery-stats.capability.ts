import type { Capability } from '../../capability.ts';
import { DeliveryStatsResolver } from './delivery-stats.resolver.ts';

/** How a configuration's endpoint has done in a period. */
export const deliveryStats: Capability = {
  folder: 'webhooks/delivery-stats',
  neighbours: ['webhooks/configurations', 'webhooks/archive'],
  resolvers: () => [new DeliveryStatsResolver()],
};
