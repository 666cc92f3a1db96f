import { Migration20261129134200_parties_of_providers } from '../../../../migrations/Migration20261129134200_parties_of_providers.ts';
import { cashInSubject } from './cash-in.subject.ts';
import type { Side } from '../side.ts';

/** Cash-ins that the provider receives. */
export const cashInsAtProvider: Side = {
  folder: 'extensions/provider/cash-ins',
  neighbours: [
    'bank/accounts',
    'bank/addressing-keys',
    'bank/cash-ins',
    'bank/customers',
    'extensions/provider/accounts',
    'extensions/provider/events',
    'extensions/provider/intents',
  ],
  migrations: [Migration20261129134200_parties_of_providers],
  subjects: [cashInSubject],
};
