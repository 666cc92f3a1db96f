import type { Capability } from '../../capability.ts';
import { eventsAbout, foundBy, type EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { closePocketPort, createPocketPort, type PocketsNeeds } from './pockets.port.ts';
import { PaymentAccountPocketsResolver } from './payment-account-pockets.resolver.ts';
import { PocketListResolver } from './pocket-list.resolver.ts';
import { pocketRefusals } from './pocket.errors.ts';
import { POCKET_ACCOUNT_WAS_CREATED, POCKET_ACCOUNT_WAS_FULLY_CLOSED } from './pocket.events.ts';
import { pocketLoader } from './pocket.loader.ts';
import { pocketNodes, PocketResolver } from './pocket.resolver.ts';
import { PocketType } from './pocket.type.ts';
import { Pocket } from './pocket.entity.ts';
import { Migration20261129135000_closing_of_pockets } from '../../../migrations/Migration20261129135000_closing_of_pockets.ts';

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
  migrations: [Migration20261129135000_closing_of_pockets],
  refusals: [pocketRefusals],
  events: eventsAbout(pocket, POCKET_ACCOUNT_WAS_CREATED, POCKET_ACCOUNT_WAS_FULLY_CLOSED),
  nodes: [pocketNodes],
  resolvers: (needs) => [
    new PocketResolver(createPocketPort(needs), closePocketPort(needs), needs.elsewhere.pocket),
    new PaymentAccountPocketsResolver(needs.elsewhere.pocketsOfAccount),
    new PocketListResolver(),
  ],
};
