import type { Capability } from '../../capability.ts';
import { MessageCountsResolver } from './message-counts.resolver.ts';

/** Numbers of messages by state, configuration or time. */
export const messageCounts: Capability = {
  folder: 'webhooks/message-counts',
  neighbours: ['webhooks/configurations', 'webhooks/archive'],
  resolvers: () => [new MessageCountsResolver()],
};
