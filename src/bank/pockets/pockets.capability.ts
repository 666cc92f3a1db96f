import type { Capability } from '../../capability.ts';
import { eventsAbout, foundBy, type EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { createPocketPort, type PocketsNeeds } from './pockets.port.ts';
import { PaymentAccountPocketsResolver } from './payment-account-pockets.resolver.ts';
import { pocketRefusals } from './pocket.errors.ts';
import { POCKET_ACCOUNT_WAS_CREATED } from './pocket.events.ts';
import { pocketLoader } from './pocket.loader.ts';
import { pocketNodes, PocketResolver } from './pocket.resolver.ts';
import { PocketType } from './pocket.type.ts';
import { Pocket } from './pocket.entity.ts';

const pocket: EventSubject = {
  field: 'pocket',
  description: 'Current state of the pocket.',
  type: () => PocketType,
  scope: Scope.POCKET_READ,
  find: foundBy(pocketLoader, PocketType),
};

/** Pockets of payment accounts. */
export const pockets: Capability<PocketsNeeds> = {
  folder: 'bank/pockets',
  neighbours: ['bank/accounts', 'events/log'],
  entities: [Pocket],
  refusals: [pocketRefusals],
  events: eventsAbout(pocket, POCKET_ACCOUNT_WAS_CREATED),
  nodes: [pocketNodes],
  resolvers: (needs) => [
    new PocketResolver(createPocketPort(needs), needs.elsewhere.pocket),
    new PaymentAccountPocketsResolver(needs.elsewhere.pocketsOfAccount),
  ],
};
