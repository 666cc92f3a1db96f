import type { Capability } from '../../capability.ts';
import { resumable } from '../../provider/intents/resume-intents.ts';
import { sandboxAccountAtProvider } from './open-sandbox-account.provider.ts';
import { OpenSandboxAccountResolver, type OpenSandboxAccountNeeds } from './open-sandbox-account.resolver.ts';
import { simulateCashInPort, type SimulateCashInNeeds } from './simulate-cash-in.port.ts';
import { cashInAtProvider } from './simulate-cash-in.provider.ts';
import { SimulateCashInResolver } from './simulate-cash-in.resolver.ts';
import { SimulateRestoreResolver } from './simulate-restore.resolver.ts';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';

/** Simulates payments, accounts and restores. */
export const sandbox: Capability<
  OpenSandboxAccountNeeds & SimulateCashInNeeds & { readonly webhookEvents: WebhookEvents }
> = {
  folder: 'playground/sandbox',
  neighbours: [
    'bank/accounts',
    'bank/cash-ins',
    'events/readers',
    'playground/sandbox-world',
    'provider/calls',
    'provider/intents',
  ],
  atProvider: (needs) => [resumable(sandboxAccountAtProvider(needs)), resumable(cashInAtProvider(needs))],
  resolvers: (needs) => [
    new SimulateCashInResolver(simulateCashInPort(needs)),
    new OpenSandboxAccountResolver(needs),
    new SimulateRestoreResolver(needs.webhookEvents),
  ],
};
