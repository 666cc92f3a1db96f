import { isUuid } from '../../kernel/uuid.ts';
import type { Database } from '../../platform/database/database.ts';
import { WebhookConfigurationHead } from './webhook-configuration-head.entity.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import { LOCK_CONFIGURATION } from './update-webhook-configuration.ts';
import { ConfigurationPart, type Changer } from './webhook-configuration.events.ts';
import { recordChanges, type RecordingDependencies } from './record-changes.ts';
import { configurationNotFound, type ConfigurationNotFound } from './webhook-configuration.errors.ts';

export interface DeleteConfigurationDependencies extends RecordingDependencies {
  readonly database: Database;
  /** Called when there may be messages to abandon. */
  readonly wakeAbandoning: () => void;
}

/**
 * Deletes a configuration with its secret. Sent messages stay in the archive; workers abandon the queued ones.
 * @returns the id of the configuration
 */
export async function deleteWebhookConfiguration(
  { database, wakeAbandoning, ...recording }: DeleteConfigurationDependencies,
  by: Changer,
  id: string,
): Promise<string | ConfigurationNotFound> {
  if (!isUuid(id)) return configurationNotFound();
  const { partnerId } = by.requester;
  const result = await database.transaction(async (transaction) => {
    await transaction.run(LOCK_CONFIGURATION, [partnerId, id]);
    const configuration = await transaction.entities.findOne(WebhookConfiguration, { partnerId, id });
    if (configuration === null) return configurationNotFound();
    const head = await transaction.entities.findOne(WebhookConfigurationHead, { partnerId, configurationId: id });
    transaction.entities.remove(configuration);
    if (head !== null) transaction.entities.remove(head);
    await transaction.entities.flush();
    await recordChanges(transaction, recording, { ...by, id: configuration.id, parts: [ConfigurationPart.DELETED] });
    return configuration.id;
  });
  if (typeof result === 'string') wakeAbandoning();
  return result;
}
