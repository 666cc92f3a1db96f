import { Migration20261129100000_receipt_of_transfers } from '../../../migrations/Migration20261129100000_receipt_of_transfers.ts';
import type { Capability } from '../../capability.ts';
import { foundBy, shownEvent, type EventSubject } from '../../events/readers/shown-event.type.ts';
import {
  PIX_CASH_IN_WAS_CLEARED,
  PIX_CASH_IN_WAS_RECEIVED,
  TED_CASH_IN_WAS_CLEARED,
  TED_CASH_IN_WAS_RECEIVED,
} from './cash-in.events.ts';
import { cashInLoader } from './cash-in.loader.ts';
import { cashInNodes, CashInResolver } from './cash-in.resolver.ts';
import { CashInType } from './cash-in.type.ts';
import { CashIn } from './cash-in.entity.ts';

const cashIn: EventSubject = {
  field: 'cashIn',
  description: 'The cash-in, cleared.',
  type: () => CashInType,
  scope: cashInNodes.scope,
  find: foundBy(cashInLoader, CashInType),
};

/** Money that accounts receive. */
export const cashIns: Capability = {
  folder: 'bank/cash-ins',
  neighbours: ['bank/accounts', 'events/log', 'events/readers', 'provider/events', 'provider/intents'],
  entities: [CashIn],
  migrations: [Migration20261129100000_receipt_of_transfers],
  events: [
    shownEvent(PIX_CASH_IN_WAS_RECEIVED, cashIn),
    shownEvent(PIX_CASH_IN_WAS_CLEARED, cashIn),
    shownEvent(TED_CASH_IN_WAS_RECEIVED, cashIn),
    shownEvent(TED_CASH_IN_WAS_CLEARED, cashIn),
  ],
  nodes: [cashInNodes],
  resolvers: () => [new CashInResolver()],
};
