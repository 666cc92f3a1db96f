import type { Capability } from '../../capability.ts';
import { accountRefusals } from './account.errors.ts';
import { paymentAccountNodes, PaymentAccountResolver } from './payment-account.resolver.ts';
import { Bank } from './bank.entity.ts';
import { AccountProgram } from './account-program.entity.ts';
import { accountRest } from './payment-account.rest.ts';
import { PaymentAccount } from './payment-account.entity.ts';

/** Payment accounts, their banks and programs. */
export const accounts: Capability = {
  folder: 'bank/accounts',
  neighbours: ['bank/partners', 'bank/customers'],
  entities: [Bank, AccountProgram, PaymentAccount],
  refusals: [accountRefusals],
  nodes: [paymentAccountNodes],
  rest: accountRest,
  resolvers: () => [new PaymentAccountResolver()],
};
