import type { Capability } from '../../../capability.ts';
import { Scope } from '../../../platform/auth/scope.ts';
import { eventsAbout, foundBy, type EventSubject } from '../../../platform/graphql/vocabulary/event-subject.ts';
import { moveMoneyPort, type MovementNeeds } from './movements.port.ts';
import { movementRefusals } from './movement.errors.ts';
import { PocketTransaction } from './pocket-transaction.entity.ts';
import {
  POCKET_ACCOUNT_REDEEM_WAS_COMPLETED,
  POCKET_ACCOUNT_SAVING_WAS_COMPLETED,
} from './pocket-transaction.events.ts';
import { pocketTransactionLoader } from './pocket-transaction.loader.ts';
import {
  MovementOfEntryResolver,
  pocketTransactionNodes,
  PocketTransactionResolver,
  PocketTransactionsResolver,
} from './pocket-transaction.resolver.ts';
import { PocketTransactionObjectType } from './pocket-transaction.type.ts';

const transaction: EventSubject = {
  field: 'transaction',
  description: 'Current state of the transaction.',
  type: () => PocketTransactionObjectType,
  scope: Scope.POCKET_TRANSACTION_READ,
  find: foundBy(pocketTransactionLoader, PocketTransactionObjectType),
};

/** Savings and redeems: money that moves between an account and its pockets. */
export const movementsCapability: Capability<MovementNeeds> = {
  folder: 'extensions/ledger/movements',
  neighbours: ['bank/accounts', 'bank/cash-ins', 'bank/pockets', 'events/log', 'extensions/ledger/books'],
  entities: [PocketTransaction],
  refusals: [movementRefusals],
  events: eventsAbout(transaction, POCKET_ACCOUNT_SAVING_WAS_COMPLETED, POCKET_ACCOUNT_REDEEM_WAS_COMPLETED),
  nodes: [pocketTransactionNodes],
  resolvers: (needs) => [
    new PocketTransactionResolver(moveMoneyPort(needs)),
    new PocketTransactionsResolver(),
    new MovementOfEntryResolver(),
  ],
};
