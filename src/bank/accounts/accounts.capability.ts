import { Migration20261129132000_filtered_lists } from '../../../migrations/Migration20261129132000_filtered_lists.ts';
import type { Capability } from '../../capability.ts';
import { accountRefusals } from './account.errors.ts';
import { ACCOUNT_WAS_CREATED } from './account.events.ts';
import { openPaymentAccountPort, type AccountsNeeds } from './accounts.port.ts';
import { OpenPaymentAccountResolver } from './open-payment-account.resolver.ts';
import { paymentAccountLoader } from './payment-account.loader.ts';
import { paymentAccountNodes, PaymentAccountResolver } from './payment-account.resolver.ts';
import { CustomerAccountsResolver } from './customer-accounts.resolver.ts';
import { Bank } from './bank.entity.ts';
import { AccountProgram } from './account-program.entity.ts';
import { PaymentAccount } from './payment-account.entity.ts';
import { PaymentAccountType } from './payment-account.type.ts';
import { eventsAbout, type EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { Migration20261129133000_opening_of_accounts } from '../../../migrations/Migration20261129133000_opening_of_accounts.ts';

const account: EventSubject = {
  field: 'account',
  description: 'Current state of the account.',
  type: () => PaymentAccountType,
  scope: Scope.ACCOUNT_READ,
  find: async (context, id) => paymentAccountLoader(context).load(id),
};

/** Payment accounts, their banks and programs. */
export const accounts: Capability<AccountsNeeds> = {
  folder: 'bank/accounts',
  neighbours: ['bank/partners', 'bank/customers', 'events/log'],
  entities: [Bank, AccountProgram, PaymentAccount],
  migrations: [Migration20261129132000_filtered_lists, Migration20261129133000_opening_of_accounts],
  // The events of all partners, which are read together, show the numbers of their accounts.
  apiRights: [{ entity: PaymentAccount, may: ['select'] }],
  refusals: [accountRefusals],
  events: eventsAbout(account, ACCOUNT_WAS_CREATED),
  nodes: [paymentAccountNodes],
  resolvers: (needs) => [
    new PaymentAccountResolver(needs.elsewhere.paymentAccount),
    new CustomerAccountsResolver(),
    new OpenPaymentAccountResolver(openPaymentAccountPort(needs)),
  ],
};
