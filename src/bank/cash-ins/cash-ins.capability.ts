import { Migration20261121100000_cash_ins } from '../../../migrations/Migration20261121100000_cash_ins.ts';
import type { Capability } from '../../capability.ts';
import { foundBy, shownEvent, type EventSubject } from '../../events/shown-event.type.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PIX_CASH_IN_WAS_CLEARED, PIX_CASH_IN_WAS_RECEIVED, TED_CASH_IN_WAS_CLEARED } from './cash-in.events.ts';
import { cashInLoader } from './cash-in.loader.ts';
import { CashInResolver } from './cash-in.resolver.ts';
import { CashInType } from './cash-in.type.ts';
import { CashIn } from './cash-in.entity.ts';

/** It leads to the account, so it needs the account's scope. */
const cashIn: EventSubject = {
  field: 'cashIn',
  description: 'The cash-in, cleared.',
  type: () => CashInType,
  scope: Scope.ACCOUNT_READ,
  find: foundBy(cashInLoader, CashInType),
};

/** Money that comes into accounts. */
export const cashIns: Capability = {
  folder: 'bank/cash-ins',
  neighbours: ['bank/partners', 'bank/customers', 'bank/accounts', 'events'],
  entities: [CashIn],
  migrations: [Migration20261121100000_cash_ins],
  events: [
    shownEvent(PIX_CASH_IN_WAS_RECEIVED, cashIn),
    shownEvent(PIX_CASH_IN_WAS_CLEARED, cashIn),
    shownEvent(TED_CASH_IN_WAS_CLEARED, cashIn),
  ],
  resolvers: () => [new CashInResolver()],
};
