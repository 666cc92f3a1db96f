import { LockMode } from '@mikro-orm/core';
import type { Database } from '../../../platform/database/database.ts';
import type { ResealedSecrets } from '../../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { ProviderIntent } from './provider-intent.entity.ts';

/** Re-encrypts the inputs of all open intents with the first key; a dry run only counts them. */
export function resealIntents(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  return database.transaction(async ({ entities }) => {
    const outcome: ResealedSecrets = { resealed: 0, upToDate: 0, unopened: [] };
    // Locked: settling an intent meanwhile would erase its input.
    const lockMode = isDryRun ? LockMode.NONE : LockMode.PESSIMISTIC_WRITE;
    const open = { state: { $in: ['RUNNING', 'UNKNOWN'] as const } };
    for (const intent of await entities.find(ProviderIntent, open, { orderBy: { id: 'asc' }, lockMode })) {
      const became = reseal(intent, secrets, isDryRun);
      if (became === 'unopened') outcome.unopened.push(intent.id);
      else outcome[became] += 1;
    }
    return outcome;
  });
}

function reseal(intent: ProviderIntent, secrets: SecretBox, isDryRun: boolean): keyof ResealedSecrets {
  const { id, request } = intent;
  try {
    const resealed = request ? secrets.reseal(request, id) : undefined;
    if (resealed === undefined) return 'upToDate';
    if (!isDryRun) intent.request = resealed;
    return 'resealed';
  } catch {
    return 'unopened';
  }
}
