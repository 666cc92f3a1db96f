import { Migration20261129100000_receipt_of_transfers } from '../../../migrations/Migration20261129100000_receipt_of_transfers.ts';
import { Migration20261129110000_parties_of_cash_ins } from '../../../migrations/Migration20261129110000_parties_of_cash_ins.ts';
import type { Capability } from '../../capability.ts';
import { eventsAbout, foundBy, type EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import {
  PIX_CASH_IN_WAS_CLEARED,
  PIX_CASH_IN_WAS_RECEIVED,
  TED_CASH_IN_WAS_CLEARED,
  TED_CASH_IN_WAS_RECEIVED,
} from './cash-in.events.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { cashInLoader } from './cash-in.loader.ts';
import { cashInNodes, CashInResolver } from './cash-in.resolver.ts';
import { CashInListResolver } from './cash-in-list.resolver.ts';
import { CashInType } from './cash-in.type.ts';
import { CashIn } from './cash-in.entity.ts';
import { readCashInEnvelopeData } from './read-envelope-data.ts';
import { resealParties } from './stored-parties.ts';

const cashIn: EventSubject = {
  field: 'cashIn',
  description: 'The cash-in, cleared.',
  type: () => CashInType,
  scope: cashInNodes.scope,
  find: foundBy(cashInLoader, CashInType),
  readEnvelopeData: readCashInEnvelopeData,
};

/** Money that accounts receive. */
export const cashIns: Capability<{ readonly secrets: SecretBox }> = {
  folder: 'bank/cash-ins',
  neighbours: ['bank/accounts', 'bank/addressing-keys', 'bank/customers', 'bank/pix', 'events/log'],
  entities: [CashIn],
  migrations: [Migration20261129100000_receipt_of_transfers, Migration20261129110000_parties_of_cash_ins],
  events: eventsAbout(
    cashIn,
    PIX_CASH_IN_WAS_RECEIVED,
    PIX_CASH_IN_WAS_CLEARED,
    TED_CASH_IN_WAS_RECEIVED,
    TED_CASH_IN_WAS_CLEARED,
  ),
  sealed: [{ what: 'parties of <n> cash-ins', reseal: resealParties }],
  nodes: [cashInNodes],
  resolvers: ({ secrets }) => [new CashInResolver(secrets), new CashInListResolver()],
};
