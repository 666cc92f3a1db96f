import type { Capability } from '../../capability.ts';
import { foundBy, shownEvent } from '../../events/readers/shown-event.type.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { createPocketPort, type PocketsNeeds } from './pockets.port.ts';
import { PaymentAccountPocketsResolver } from './payment-account-pockets.resolver.ts';
import { pocketRefusals } from './pocket.errors.ts';
import { POCKET_ACCOUNT_WAS_CREATED } from './pocket.events.ts';
import { pocketLoader } from './pocket.loader.ts';
import { pocketNodes, PocketResolver } from './pocket.resolver.ts';
import { PocketType } from './pocket.type.ts';
import { Pocket } from './pocket.entity.ts';

/** Pockets of payment accounts. */
export const pockets: Capability<PocketsNeeds> = {
  folder: 'bank/pockets',
  neighbours: [
    'bank/accounts',
    'events/log',
    'events/readers',
    'provider/calls',
    'provider/intents',
    'provider/events',
    'provider/reads',
  ],
  entities: [Pocket],
  refusals: [pocketRefusals],
  events: [
    shownEvent(POCKET_ACCOUNT_WAS_CREATED, {
      field: 'pocket',
      description: 'Current state of the pocket.',
      type: () => PocketType,
      scope: Scope.POCKET_READ,
      find: foundBy(pocketLoader, PocketType),
    }),
  ],
  nodes: [pocketNodes],
  resolvers: (needs) => [
    new PocketResolver(createPocketPort(needs), needs.elsewhere.pocket),
    new PaymentAccountPocketsResolver(needs.elsewhere.pocketsOfAccount),
  ],
};
