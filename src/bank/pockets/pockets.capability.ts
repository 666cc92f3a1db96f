import type { Capability } from '../../capability.ts';
import { foundBy, shownEvent } from '../../events/shown-event.type.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { WithoutDatabase } from '../../platform/graphql/operations/request-context.ts';
import type { CreatePocketDependencies } from './create-pocket.ts';
import { PaymentAccountPocketsResolver } from './payment-account-pockets.resolver.ts';
import { pocketRefusals } from './pocket.errors.ts';
import { POCKET_ACCOUNT_WAS_CREATED } from './pocket.events.ts';
import { pocketLoader } from './pocket.loader.ts';
import { pocketNodes, PocketResolver } from './pocket.resolver.ts';
import { pocketRest } from './pocket.rest.ts';
import { PocketType } from './pocket.type.ts';
import { Pocket } from './pocket.entity.ts';

/** Pockets below payment accounts. */
export const pockets: Capability<WithoutDatabase<CreatePocketDependencies>> = {
  folder: 'bank/pockets',
  neighbours: ['bank/partners', 'bank/accounts', 'events'],
  entities: [Pocket],
  refusals: [pocketRefusals],
  events: [
    shownEvent(POCKET_ACCOUNT_WAS_CREATED, {
      field: 'pocket',
      description: 'The pocket, as it is now.',
      type: () => PocketType,
      scope: Scope.POCKET_READ,
      find: foundBy(pocketLoader, PocketType),
    }),
  ],
  nodes: [pocketNodes],
  rest: pocketRest,
  resolvers: (needs) => [new PocketResolver(needs), new PaymentAccountPocketsResolver()],
};
