import type { Capability } from '../../capability.ts';
import type { WithoutDatabase } from '../../platform/graphql/operations/request-context.ts';
import type { OpenAccountDependencies } from '../../bank/accounts/open-account.ts';
import type { ReceiveCashInDependencies } from '../../bank/cash-ins/receive-cash-in.ts';
import { OpenSandboxAccountResolver } from './open-sandbox-account.resolver.ts';
import { cashInRest } from './simulate-cash-in.rest.ts';
import { SimulateCashInResolver } from './simulate-cash-in.resolver.ts';

/** A world to try everything in. */
export const sandbox: Capability<WithoutDatabase<OpenAccountDependencies & ReceiveCashInDependencies>> = {
  folder: 'playground/sandbox',
  neighbours: [
    'bank/partners',
    'bank/customers',
    'bank/accounts',
    'bank/pockets',
    'bank/cash-ins',
    'bank/pix',
    'events',
    'bank/identity-pictures',
    'bank/registrations',
    'webhooks/configurations',
    'webhooks/breaker',
    'webhooks/archive',
    'webhooks/deliveries',
  ],
  rest: cashInRest,
  resolvers: (needs) => [new SimulateCashInResolver(needs), new OpenSandboxAccountResolver(needs)],
};
