import { Migration20261129132000_filtered_lists } from '../../../migrations/Migration20261129132000_filtered_lists.ts';
import type { Capability } from '../../capability.ts';
import { accountRefusals } from './account.errors.ts';
import type { AccountsElsewhere } from './accounts.port.ts';
import { paymentAccountNodes, PaymentAccountResolver } from './payment-account.resolver.ts';
import { CustomerAccountsResolver } from './customer-accounts.resolver.ts';
import { Bank } from './bank.entity.ts';
import { AccountProgram } from './account-program.entity.ts';
import { PaymentAccount } from './payment-account.entity.ts';

/** Payment accounts, their banks and programs. */
export const accounts: Capability<{ readonly elsewhere: AccountsElsewhere }> = {
  folder: 'bank/accounts',
  neighbours: ['bank/partners', 'bank/customers'],
  entities: [Bank, AccountProgram, PaymentAccount],
  migrations: [Migration20261129132000_filtered_lists],
  // The events of all partners, which are read together, show the numbers of their accounts.
  apiRights: [{ entity: PaymentAccount, may: ['select'] }],
  refusals: [accountRefusals],
  nodes: [paymentAccountNodes],
  resolvers: ({ elsewhere }) => [new PaymentAccountResolver(elsewhere.paymentAccount), new CustomerAccountsResolver()],
};
