import type { Capability } from '../../capability.ts';
import { DeliveryStatsResolver } from './delivery-stats.resolver.ts';

/** Statistics of a configuration's attempts in a period. */
export const deliveryStats: Capability = {
  folder: 'webhooks/delivery-stats',
  neighbours: ['webhooks/configurations', 'webhooks/archive'],
  resolvers: () => [new DeliveryStatsResolver()],
};
