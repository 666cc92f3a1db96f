import type { Capability } from '../../capability.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { TestDependencies } from './send-test-message.ts';
import { TestMessageResolver } from './test-message.resolver.ts';

/** Messages that are sent immediately to test an endpoint, and are not stored. */
export const testMessages: Capability<WithoutDatabase<TestDependencies>> = {
  folder: 'webhooks/test-messages',
  neighbours: ['events/log', 'events/contract', 'webhooks/configurations', 'webhooks/archive', 'webhooks/deliveries'],
  resolvers: (needs) => [new TestMessageResolver(needs)],
};
