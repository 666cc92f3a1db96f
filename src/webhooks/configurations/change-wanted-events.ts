import type { InputViolation } from '../../kernel/domain-error.ts';
import { OTHER, type EventName } from '../../kernel/domain-event.ts';
import type { Entities } from '../../platform/statements/entities.ts';
import { eventNameViolations, rawNameViolations } from './wanted-events.value.ts';
import { WebhookConfigurationEvent } from './webhook-configuration-event.entity.ts';
import type { WebhookConfiguration } from './webhook-configuration.entity.ts';

/** What is changed of the events that a configuration wants; undefined: it stays as it is. */
interface WantedChange {
  readonly eventNames: readonly EventName[] | undefined;
  readonly rawEventNames?: readonly string[] | undefined;
}

/** The events that a configuration will want. */
interface NewlyWanted {
  readonly eventNames: readonly EventName[];
  /** As they are stored now, in their order. */
  readonly stored: readonly WebhookConfigurationEvent[];
  readonly violations: readonly InputViolation[];
}

/** What a change makes of the events that a configuration wants, and what is wrong with it. */
export async function wantedEventsOf(
  entities: Entities,
  { id, eventName, rawEventNames: storedRaw }: WebhookConfiguration,
  change: WantedChange,
): Promise<NewlyWanted> {
  const stored = await entities.find(WebhookConfigurationEvent, { configurationId: id }, { orderBy: { nth: 'asc' } });
  const eventNames = change.eventNames ?? stored.map((event) => event.eventName);
  // Raw names go with OTHER, unless they are given on.
  const rawEventNames = change.rawEventNames ?? (eventNames.includes(OTHER) ? (storedRaw ?? undefined) : undefined);
  const violations = [...eventNameViolations(eventName, eventNames), ...rawNameViolations(eventNames, rawEventNames)];
  return { eventNames, stored, violations };
}

/** Brings what is stored of a configuration's events in line with it, at the next flush. */
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
