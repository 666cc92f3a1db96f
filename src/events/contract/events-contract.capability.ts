import type { Capability } from '../../capability.ts';
import { EventTypesResolver } from './event-types.resolver.ts';

/** What the body of each event holds, for partners and their tools. */
export const eventsContract: Capability = {
  folder: 'events/contract',
  neighbours: ['events/log'],
  resolvers: () => [new EventTypesResolver()],
};
