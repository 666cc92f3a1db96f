import type { Database } from '../../../platform/database/database.ts';
import { lockToReseal, resealRows, type ResealedSecrets } from '../../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { ProviderIntent } from './provider-intent.entity.ts';

/** Re-encrypts the inputs of all open intents with the first key; a dry run only counts them. */
export function resealIntents(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  return database.transaction(async ({ entities }) => {
    // Settling an intent meanwhile would erase its input.
    const lockMode = lockToReseal(isDryRun);
    const open = { state: { $in: ['RUNNING', 'UNKNOWN'] as const } };
    return resealRows(await entities.find(ProviderIntent, open, { orderBy: { id: 'asc' }, lockMode }), {
      nameOf: ({ id }) => id,
      reseal(intent) {
        const resealed = intent.request ? secrets.reseal(intent.request, intent.id) : undefined;
        if (resealed !== undefined && !isDryRun) intent.request = resealed;
        return resealed !== undefined;
      },
    });
  });
}
