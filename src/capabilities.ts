import 'reflect-metadata';
import { accountClosures } from './bank/account-closures/account-closures.capability.ts';
import { accounts } from './bank/accounts/accounts.capability.ts';
import { addressingKeys } from './bank/addressing-keys/addressing-keys.capability.ts';
import { cashIns } from './bank/cash-ins/cash-ins.capability.ts';
import { choices } from './bank/choices/choices.capability.ts';
import { customers } from './bank/customers/customers.capability.ts';
import { identityPictures } from './bank/identity-pictures/identity-pictures.capability.ts';
import { partners } from './bank/partners/partners.capability.ts';
import { pix } from './bank/pix/pix.capability.ts';
import { pockets } from './bank/pockets/pockets.capability.ts';
import { statuses } from './bank/statuses/statuses.capability.ts';
import { registrationDecisions } from './bank/registration-decisions/registration-decisions.capability.ts';
import { customerChanges } from './bank/customer-changes/customer-changes.capability.ts';
import { registrations } from './bank/registrations/registrations.capability.ts';
import { totp } from './bank/totp/totp.capability.ts';
import type { Capability } from './capability.ts';
import { eventsContract } from './events/contract/events-contract.capability.ts';
import { eventsLog } from './events/log/events-log.capability.ts';
import { eventsReaders } from './events/readers/events-readers.capability.ts';
import { shownEvent } from './events/readers/shown-event.type.ts';
import { declareEventNames } from './events/readers/webhook-event.type.ts';
import type { Extension, OfResolvers, OpenExtension } from './extension.ts';
import { extensions } from './extensions.ts';
import type { EventName } from './kernel/domain-event.ts';
import { declareEvents } from './kernel/event-definition.ts';
import { declareRefusals } from './platform/graphql/vocabulary/error-catalogue.ts';
import { declareMembers } from './platform/graphql/vocabulary/result-union.ts';
import type { ExtensionCommand } from './platform/commands/command.ts';
import type { ReadEnvelopeData } from './platform/secrets/envelope-data.ts';
import { platform } from './platform/platform.capability.ts';
import { DEFAULT_PORTS, type Ports } from './ports.ts';
import { explorer } from './playground/explorer/explorer.capability.ts';
import { sandbox } from './playground/sandbox/sandbox.capability.ts';
import { archive } from './webhooks/archive/archive.capability.ts';
import { breaker } from './webhooks/breaker/breaker.capability.ts';
import { capture } from './webhooks/capture/capture.capability.ts';
import { configurations } from './webhooks/configurations/configurations.capability.ts';
import { deliveries } from './webhooks/deliveries/deliveries.capability.ts';
import { deliveryStats } from './webhooks/delivery-stats/delivery-stats.capability.ts';
import { messageCounts } from './webhooks/message-counts/message-counts.capability.ts';
import { testMessages } from './webhooks/test-messages/test-messages.capability.ts';
import { messageChanges } from './webhooks/message-changes/message-changes.capability.ts';
import { reprocessing } from './webhooks/reprocessing/reprocessing.capability.ts';
import { signing } from './webhooks/signing/signing.capability.ts';

const first = [
  platform,
  partners,
  customers,
  identityPictures,
  accounts,
  pockets,
  statuses,
  registrations,
  customerChanges,
  registrationDecisions,
  choices,
  cashIns,
  addressingKeys,
  pix,
  accountClosures,
  totp,
  eventsLog,
  eventsContract,
  eventsReaders,
  configurations,
  archive,
  messageChanges,
  breaker,
  capture,
  deliveries,
  deliveryStats,
  messageCounts,
  testMessages,
  reprocessing,
  signing,
];
/** The schema shows their members after those of extensions. */
const last = [sandbox, explorer];

type Listed = (typeof first | typeof last)[number];

/** The intersection of the parameter types of a union of functions. */
type All<Functions> = [Functions] extends [(needs: infer Needs) => unknown] ? Needs : never;

/** What the resolvers of the core need. */
export type ResolverNeeds = All<
  Listed extends infer One ? (One extends Capability<infer Needs, never> ? (needs: Needs) => void : never) : never
>;
/** What the background work of the core needs. */
export type WorkNeeds = All<
  Listed extends infer One ? (One extends Capability<never, infer Needs> ? (needs: Needs) => void : never) : never
>;
/** What the extensions need of the core. */
export type ExtensionNeeds = All<
  (typeof extensions)[number] extends infer One
    ? One extends Extension<infer Needs>
      ? (needs: Needs) => void
      : never
    : never
>;

const added: readonly Extension<ExtensionNeeds>[] = extensions;

/** All capabilities of the product, as they are declared. To extend it, extend a capability, or add one to a list. */
export const capabilities: readonly Capability<never, never>[] = [
  ...first,
  ...added.flatMap((extension) => extension.capabilities),
  ...last,
];

/** Commands of extensions for operators, by name. */
export const extensionCommands: Readonly<Record<string, ExtensionCommand>> = Object.fromEntries(
  added.flatMap(({ commands }) => Object.entries(commands)),
);

/** Everything that runs in a process. */
export interface OpenProduct extends Omit<OpenExtension<ExtensionNeeds>, 'capabilities' | 'ports'> {
  readonly capabilities: readonly Capability<ResolverNeeds & OfResolvers<ExtensionNeeds>, WorkNeeds & ExtensionNeeds>[];
  readonly ports: Ports;
}

/** Opens all extensions in a process. */
export function openExtensions(core: ExtensionNeeds): OpenProduct {
  const open = added.map((extension) => extension.open(core));
  return {
    capabilities: [...first, ...open.flatMap((extension) => extension.capabilities), ...last],
    ports: open.reduce<Ports>((all, { ports }) => ({ ...all, ...ports }), DEFAULT_PORTS),
    endpoints: (core, api) => open.reduce((all, { endpoints }) => endpoints(all, api), core),
    async settled() {
      for (const { settled } of open) await settled();
    },
  };
}

/** All events, with the resolvers that show them. */
export const shownEvents = capabilities.flatMap(({ events = [] }) => events.map(shownEvent));

/** What reads the subjects of events whose `data` differ in envelopes, by names of events. */
export const envelopeData: ReadonlyMap<EventName, ReadEnvelopeData> = new Map(
  capabilities
    .flatMap(({ events = [] }) => events)
    .flatMap(({ definition, subject: { readEnvelopeData: read } }) => (read ? [[definition.name, read] as const] : [])),
);

/** All refusals, those of the partner API first. */
export const errorCatalogue = declareRefusals(capabilities.flatMap(({ refusals = [] }) => refusals));

declareMembers(capabilities.map(({ members = {} }) => members));
declareEvents(shownEvents.map(({ definition }) => definition));
declareEventNames();

/** All entities. */
export const entities = capabilities.flatMap((capability) => capability.entities ?? []);

/** Rights of `api` processes in their own name. */
export const apiRights = capabilities.flatMap((capability) => capability.apiRights ?? []);

/** What capabilities add to the sandbox world. */
export const seeds = capabilities.flatMap(({ seed = [] }) => seed);

/** All migrations, oldest first. Until 0.1.0 they are folded into the baselines; from then on none is ever edited. */
export const migrations = capabilities
  .flatMap((capability) => capability.migrations ?? [])
  .toSorted((one, other) => (one.name < other.name ? -1 : 1));
