import type { Capability } from '../../capability.ts';
import { OpenSandboxAccountResolver } from './open-sandbox-account.resolver.ts';
import {
  openSandboxAccountPort,
  simulateCashInPort,
  simulateDecisionPort,
  simulateStatusPort,
  type SandboxNeeds,
} from './sandbox.port.ts';
import { SimulateCashInResolver } from './simulate-cash-in.resolver.ts';
import { SimulateDecisionResolver } from './simulate-decision.resolver.ts';
import { SimulateStatusResolver } from './simulate-status.resolver.ts';
import { SimulateRestoreResolver } from './simulate-restore.resolver.ts';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';

/** Simulates payments, accounts and restores. */
export const sandbox: Capability<SandboxNeeds & { readonly webhookEvents: WebhookEvents }> = {
  folder: 'playground/sandbox',
  neighbours: [
    'bank/accounts',
    'bank/cash-ins',
    'bank/customers',
    'bank/pockets',
    'bank/statuses',
    'bank/registration-decisions',
    'bank/registrations',
    'events/readers',
    'playground/sandbox-world',
  ],
  resolvers: (needs) => [
    new SimulateCashInResolver(simulateCashInPort(needs)),
    new OpenSandboxAccountResolver(openSandboxAccountPort(needs)),
    new SimulateStatusResolver(simulateStatusPort(needs)),
    new SimulateDecisionResolver(simulateDecisionPort(needs)),
    new SimulateRestoreResolver(needs.webhookEvents),
  ],
};
