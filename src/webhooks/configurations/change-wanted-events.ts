import type { InputViolation } from '../../kernel/domain-error.ts';
import { OTHER, type EventName } from '../../kernel/domain-event.ts';
import type { Entities } from '../../platform/statements/entities.ts';
import { eventNameViolations, rawContextViolations, rawNameViolations } from './wanted-events.value.ts';
import { WebhookConfigurationEvent } from './webhook-configuration-event.entity.ts';
import type { WebhookConfiguration } from './webhook-configuration.entity.ts';

/** Changes of a configuration's events; undefined fields are not changed. */
interface WantedChange {
  readonly eventNames: readonly EventName[] | undefined;
  readonly rawEventNames?: readonly string[] | undefined;
  readonly rawContext?: string | undefined;
}

/** The events of a configuration after a change. */
interface NewlyWanted {
  readonly eventNames: readonly EventName[];
  readonly rawEventNames: readonly string[];
  /** Currently stored, in order. */
  readonly stored: readonly WebhookConfigurationEvent[];
  readonly violations: readonly InputViolation[];
}

/** Returns the events of a configuration after a change, and violations of the change. */
export async function wantedEventsOf(
  entities: Entities,
  { id, context, eventName, rawEventNames: storedRaw }: WebhookConfiguration,
  change: WantedChange,
): Promise<NewlyWanted> {
  const stored = await entities.find(WebhookConfigurationEvent, { configurationId: id }, { orderBy: { nth: 'asc' } });
  const eventNames = change.eventNames ?? stored.map((event) => event.eventName);
  // Stored raw names are dropped with OTHER; given ones are checked.
  const rawEventNames = change.rawEventNames ?? (eventNames.includes(OTHER) ? (storedRaw ?? undefined) : undefined);
  const violations = [
    ...eventNameViolations(eventName, eventNames),
    ...rawNameViolations(eventNames, rawEventNames),
    ...(change.rawContext === undefined ? [] : rawContextViolations(context, change.rawContext)),
  ];
  return { eventNames, rawEventNames: rawEventNames ?? [], stored, violations };
}

/** Updates the stored events of a configuration, with the next flush. */
export function changeWantedEvents(
  entities: Entities,
  configuration: WebhookConfiguration,
  { eventNames, stored }: NewlyWanted,
): void {
  const { id: configurationId, partnerId, uri } = configuration;
  if (!eventNames.includes(OTHER)) configuration.rawEventNames = null;
  for (const event of stored) if (!eventNames.includes(event.eventName)) entities.remove(event);
  for (const [nth, eventName] of eventNames.entries()) {
    const kept = stored.find((event) => event.eventName === eventName);
    if (kept === undefined)
      entities.create(WebhookConfigurationEvent, { configurationId, eventName, partnerId, uri, nth });
    else Object.assign(kept, { uri, nth });
  }
}
