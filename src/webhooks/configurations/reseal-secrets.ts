import { LockMode } from '@mikro-orm/core';
import type { Database } from '../../platform/database/database.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import type { ResealedSecrets } from '../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

/** Configurations per batch. */
const BATCH_SIZE = 500;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Reseals all signing secrets with the first passphrase; a dry run only counts them. */
export async function resealSecrets(
  database: Database,
  secrets: SecretBox,
  isDryRun: boolean,
): Promise<ResealedSecrets> {
  const outcome: ResealedSecrets = { resealed: 0, upToDate: 0, unopened: [] };
  for (let after = FIRST_ID; ;) {
    const batch = await database.transaction(async ({ entities }) => {
      // Locked, or it would overwrite what a partner changes meanwhile.
      const lockMode = isDryRun ? LockMode.NONE : LockMode.PESSIMISTIC_WRITE;
      const page = { orderBy: { id: 'asc' }, limit: BATCH_SIZE, lockMode } as const;
      const configurations = await entities.find(WebhookConfiguration, { id: { $gt: after } }, page);
      return configurations.map((one) => ({ id: one.id, became: reseal(one, secrets, isDryRun) }));
    });
    for (const { id, became } of batch)
      if (became === 'unopened') outcome.unopened.push(id);
      else outcome[became] += 1;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH_SIZE) return outcome;
    after = last.id;
  }
}

/** Reseals both secrets of a configuration. */
function reseal(configuration: WebhookConfiguration, secrets: SecretBox, isDryRun: boolean): keyof ResealedSecrets {
  const { id, secret, previousSecret } = configuration;
  try {
    const current = secrets.reseal(secret, id);
    const previous = previousSecret ? secrets.reseal(previousSecret, id) : undefined;
    if (current === undefined && previous === undefined) return 'upToDate';
    if (isDryRun) return 'resealed';
    configuration.secret = current ?? secret;
    configuration.previousSecret = previous ?? previousSecret;
    return 'resealed';
  } catch {
    return 'unopened';
  }
}
