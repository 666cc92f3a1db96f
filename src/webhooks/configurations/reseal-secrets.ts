import type { Database } from '../../platform/database/database.ts';
import { resealPages, type ResealedSecrets } from '../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';

/** Reseals all signing secrets with the first passphrase; a dry run only counts them. */
export function resealSecrets(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  return resealPages(database, isDryRun, {
    find: (entities, { after, options }) => entities.find(WebhookConfiguration, { id: { $gt: after } }, options),
    reseal(configuration) {
      const { id, secret, previousSecret } = configuration;
      const current = secrets.reseal(secret, id);
      const previous = previousSecret ? secrets.reseal(previousSecret, id) : undefined;
      if (!isDryRun) {
        configuration.secret = current ?? secret;
        configuration.previousSecret = previous ?? previousSecret;
      }
      return current !== undefined || previous !== undefined;
    },
  });
}
