import { isUuid } from '../../kernel/uuid.ts';
import type { Database } from '../../platform/database/database.ts';
import { compiled, text, uuid } from '../../platform/statements/compiled.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import { LOCK_CONFIGURATION } from './update-webhook-configuration.ts';
import { configurationNotFound, type ConfigurationNotFound } from './webhook-configuration.errors.ts';

const DELETE_CONFIGURATION = compiled(
  'delete_webhook_configuration',
  { entities: [WebhookConfiguration], parameters: { partnerId: text, id: uuid } },
  (tables, { partnerId, id }) =>
    tables.deleteFrom('WebhookConfiguration').where('partnerId', '=', partnerId).where('id', '=', id).returning('id'),
);

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
    await transaction.run(LOCK_CONFIGURATION, [partnerId, id, null]);
    const deleted = await transaction.run(DELETE_CONFIGURATION, { partnerId, id });
    return deleted[0]?.id ?? configurationNotFound();
  });
}
