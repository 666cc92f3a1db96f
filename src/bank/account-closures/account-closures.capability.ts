import { Migration20261129140200_closing_of_accounts } from '../../../migrations/Migration20261129140200_closing_of_accounts.ts';
import type { Capability } from '../../capability.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { eventsAbout, type EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import { paymentAccountLoader } from '../accounts/payment-account.loader.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { accountClosureRefusals } from './account-closure.errors.ts';
import { ACCOUNT_WAS_CLOSED } from './account-closure.events.ts';
import { closePaymentAccountPort, type AccountClosuresNeeds } from './account-closures.port.ts';
import { ClosePaymentAccountResolver } from './close-payment-account.resolver.ts';

const account: EventSubject = {
  field: 'account',
  description: 'Current state of the account.',
  type: () => PaymentAccountType,
  scope: Scope.ACCOUNT_READ,
  find: async (context, id) => paymentAccountLoader(context).load(id),
};

/** Closures of payment accounts. */
export const accountClosures: Capability<AccountClosuresNeeds> = {
  folder: 'bank/account-closures',
  neighbours: ['bank/accounts', 'bank/pix', 'bank/pockets', 'events/log'],
  migrations: [Migration20261129140200_closing_of_accounts],
  refusals: [accountClosureRefusals],
  events: eventsAbout(account, ACCOUNT_WAS_CLOSED),
  resolvers: (needs) => [new ClosePaymentAccountResolver(closePaymentAccountPort(needs))],
};
