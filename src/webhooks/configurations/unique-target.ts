import { OTHER, type EventName } from '../../kernel/domain-event.ts';
import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import { targetKey } from '../../platform/outbound/target-url.ts';
import type { Entities } from '../../platform/statements/entities.ts';
import { WebhookConfigurationEvent } from './webhook-configuration-event.entity.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import { configurationAlreadyExists } from './webhook-configuration.errors.ts';

/**
 * Unique by partner, event name and address, but for OTHER, whose names are compared; for the main event also in the row
 * of the configuration.
 */
const TARGET_UNIQUE = ['webhook_configuration_event_target_unique', 'webhook_configuration_target_unique'];

/** An address of a partner, and the events to send there. */
export interface Target {
  readonly partnerId: string;
  readonly uri: string;
  readonly eventNames: readonly EventName[];
  /** Names of OTHER events. */
  readonly rawEventNames: readonly string[];
}

/** Checks whether another configuration already sends one of the events to the address, however that is spelled. */
export async function isTaken(
  entities: Entities,
  { partnerId, uri, eventNames, rawEventNames }: Target,
  exceptId?: string,
): Promise<boolean> {
  const found = await entities.find(WebhookConfigurationEvent, { partnerId, eventName: { $in: [...eventNames] } });
  const key = targetKey(uri);
  const taken = found.filter(
    ({ configurationId, ...one }) => configurationId !== exceptId && targetKey(one.uri) === key,
  );
  if (taken.some(({ eventName }) => eventName !== OTHER)) return true;
  const ids = taken.map(({ configurationId }) => configurationId);
  const others = ids.length === 0 ? [] : await entities.find(WebhookConfiguration, { partnerId, id: { $in: ids } });
  return others.some((other) => other.rawEventNames?.some((name) => rawEventNames.includes(name)) === true);
}

/** Refuses an address that was taken between the check and the insert. */
export async function refusingTaken<Result>(work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    if (TARGET_UNIQUE.some((name) => isUniqueViolation(error, name))) return configurationAlreadyExists();
    throw error;
  }
}
