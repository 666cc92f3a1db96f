import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

/** Configurations read at once. */
const BATCH_SIZE = 500;

const LIST_SEALED = statement<SealedSecrets>(
  'list_sealed_secrets',
  `select id, secret, previous_secret as "previousSecret" from webhook_configuration
   where id > $1::uuid order by id limit $2`,
);

/** Only where nobody has changed a secret since it was read: whoever has, sealed it with a key of their own. */
const RESEAL = statement(
  'reseal_secrets',
  `update webhook_configuration set secret = $4, previous_secret = $5
   where id = $1 and secret = $2 and previous_secret is not distinct from $3
   returning 1`,
);

interface SealedSecrets {
  readonly id: string;
  readonly secret: string;
  readonly previousSecret: string | null;
}

/** What became of the signing secrets of all configurations, by configuration. */
export interface ResealedSecrets {
  /** Sealed anew, or, when it was only looked, still to be. */
  resealed: number;
  /** Sealed with the first key before. */
  upToDate: number;
  /** Changed by somebody else in between; the next run sees them again. */
  changedMeanwhile: number;
  /** Ids of those that none of the keys opens. */
  readonly unopened: string[];
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Seals all signing secrets with the first key, or only says how many there are; each configuration by itself. */
export async function resealSecrets(sql: Sql, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  const outcome: ResealedSecrets = { resealed: 0, upToDate: 0, changedMeanwhile: 0, unopened: [] };
  for (let after = FIRST_ID; ;) {
    const batch = await sql.run(LIST_SEALED, [after, BATCH_SIZE]);
    for (const sealed of batch) {
      const resealed = resealedOf(sealed, secrets);
      if (resealed === 'unopened') outcome.unopened.push(sealed.id);
      else if (resealed === undefined) outcome.upToDate += 1;
      else if (isDryRun || (await replace(sql, sealed, resealed))) outcome.resealed += 1;
      else outcome.changedMeanwhile += 1;
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH_SIZE) return outcome;
    after = last.id;
  }
}

/** Both secrets of a configuration under the first key; undefined when they are already. */
function resealedOf(sealed: SealedSecrets, secrets: SecretBox): SealedSecrets | 'unopened' | undefined {
  const { id, secret, previousSecret } = sealed;
  try {
    const current = secrets.reseal(secret, id);
    const previous = previousSecret === null ? undefined : secrets.reseal(previousSecret, id);
    if (current === undefined && previous === undefined) return undefined;
    return { id, secret: current ?? secret, previousSecret: previous ?? previousSecret };
  } catch {
    return 'unopened';
  }
}

async function replace(sql: Sql, before: SealedSecrets, after: SealedSecrets): Promise<boolean> {
  const values = [before.id, before.secret, before.previousSecret, after.secret, after.previousSecret];
  return (await sql.run(RESEAL, values)).length > 0;
}
