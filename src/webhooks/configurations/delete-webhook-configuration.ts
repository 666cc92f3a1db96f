import { isUuid } from '../../kernel/uuid.ts';
import type { Database } from '../../platform/database/database.ts';
import { WebhookConfigurationHead } from './webhook-configuration-head.entity.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import { LOCK_CONFIGURATION } from './update-webhook-configuration.ts';
import { configurationNotFound, type ConfigurationNotFound } from './webhook-configuration.errors.ts';

/**
 * Takes a configuration away, with its secret. What was sent stays in the archive; what was still to be sent is given
 * up by the workers.
 * @returns the id of the configuration
 */
export async function deleteWebhookConfiguration(
  database: Database,
  partnerId: string,
  id: string,
): Promise<string | ConfigurationNotFound> {
  if (!isUuid(id)) return configurationNotFound();
  return database.transaction(async (transaction) => {
    await transaction.run(LOCK_CONFIGURATION, [partnerId, id]);
    const configuration = await transaction.entities.findOne(WebhookConfiguration, { partnerId, id });
    if (configuration === null) return configurationNotFound();
    const head = await transaction.entities.findOne(WebhookConfigurationHead, { partnerId, configurationId: id });
    transaction.entities.remove(configuration);
    if (head !== null) transaction.entities.remove(head);
    return configuration.id;
  });
}
