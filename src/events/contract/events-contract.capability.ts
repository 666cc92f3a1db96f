import type { Capability } from '../../capability.ts';
import { EventTypesResolver } from './event-types.resolver.ts';

/** Describes the bodies of all events, for partners and their tools. */
export const eventsContract: Capability = {
  folder: 'events/contract',
  neighbours: ['events/log'],
  resolvers: () => [new EventTypesResolver()],
};
