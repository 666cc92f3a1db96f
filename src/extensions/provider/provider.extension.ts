import { extension } from '../../extension.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import type { Handler } from '../../platform/http/http-server.ts';
import type { Api, Ports } from '../../ports.ts';
import { providerCalls } from './calls/calls.capability.ts';
import { openProvider, type Provider, type ProviderSettings } from './calls/open-provider.ts';
import { EVENTS_PATH, eventsEndpoint } from './events/events-endpoint.ts';
import { providerEvents } from './events/provider-events.capability.ts';
import { providerGate } from './gate/gate.capability.ts';
import { countOpenIntents, findProviderOutcome } from './intents/find-provider-outcome.ts';
import { providerIntents } from './intents/intents.capability.ts';
import type { ProviderSide } from './intents/provider-side.ts';
import { providerCommand } from './operator/provider-command.ts';
import { providerReads } from './reads/reads.capability.ts';
import type { SideNeeds } from './side.ts';
import { elsewhereAt, providerSubjects, resumablesOf, sides } from './sides.ts';

interface ProviderCore extends SideNeeds {
  /** Undefined: this gateway is the bank itself. */
  readonly providerSettings: (ProviderSettings & { readonly freshSeconds: number }) | undefined;
  readonly secrets: SecretBox;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** What runs in front of a provider. */
interface InFront {
  readonly provider: Provider & ProviderSide;
  readonly ports: Partial<Ports>;
  /** Receives the provider's events. */
  readonly events: (api: Api) => Handler;
}

function open({ providerSettings, ...core }: ProviderCore) {
  const { secrets, clock, random } = core;
  const of = { resumables: resumablesOf(core), providerSubjects, countOpenOutcomes: countOpenIntents };
  if (providerSettings === undefined) return { ...of, provider: undefined, inFront: undefined };
  const { timeoutMs, freshSeconds } = providerSettings;
  const opened = openProvider(providerSettings, core);
  const provider = { ...opened, timeoutMs, freshMs: freshSeconds * 1_000, secrets, clock, random };
  const inFront: InFront = {
    provider,
    ports: {
      findOutcome: findProviderOutcome,
      elsewhere: elsewhereAt(provider, core),
      readsEarly: false,
      readiness: async () => ({ provider: (await opened.gate.status()).state === 'DOWN' ? 'down' : 'up' }),
    },
    events: ({ surroundings: { databaseFor, publicUrl } }) =>
      eventsEndpoint({ ...core, databaseFor, publicUrl, providerSubjects }),
  };
  return { ...of, provider, inFront };
}

/** An external bank that the gateway forwards to, if a setting says so: members of the schema are there in any case. */
export const provider = extension<ProviderCore, ReturnType<typeof open>>({
  name: 'provider',
  neighbours: ['ledger'],
  capabilities: [providerGate, providerCalls, providerIntents, providerEvents, providerReads, ...sides],
  commands: { provider: providerCommand },
  open,
  isInUse: ({ provider: inUse }) => inUse !== undefined,
  ports: ({ inFront }) => inFront?.ports ?? {},
  endpoints: ({ inFront }, served, api) =>
    inFront === undefined
      ? served
      : { ...served, routes: { ...served.routes, [EVENTS_PATH]: { POST: inFront.events(api) } } },
  settled: ({ provider: inUse }) => inUse?.client.close() ?? Promise.resolve(),
});
