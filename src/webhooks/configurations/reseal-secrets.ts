import type { Sql } from '../../platform/database/database.ts';
import { sql } from 'kysely';
import { columnsOf, compiled, nullableText, text, uuid, type RowOf } from '../../platform/statements/compiled.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

/** Configurations read at once. */
const BATCH_SIZE = 500;

const LIST_SEALED = compiled(
  'list_sealed_secrets',
  { entities: [WebhookConfiguration], parameters: { after: uuid } },
  (tables, { after }) =>
    tables
      .selectFrom('WebhookConfiguration as configuration')
      .select(columnsOf('configuration', ['id', 'secret', 'previousSecret']))
      .where('configuration.id', '>', after)
      .orderBy('configuration.id')
      .limit(sql.lit(BATCH_SIZE)),
);

/** Only where nobody has changed a secret since it was read: whoever has, sealed it with a key of their own. */
const RESEAL = compiled(
  'reseal_secrets',
  {
    entities: [WebhookConfiguration],
    parameters: {
      ...{ id: uuid, formerSecret: text, formerPreviousSecret: nullableText },
      ...{ secret: text, previousSecret: nullableText },
    },
  },
  (tables, { id, formerSecret, formerPreviousSecret, secret, previousSecret }) =>
    tables
      .updateTable('WebhookConfiguration')
      .set({ secret, previousSecret })
      .where('id', '=', id)
      .where('secret', '=', formerSecret)
      .where('previousSecret', 'is not distinct from', formerPreviousSecret)
      .returning('id'),
);

type SealedSecrets = RowOf<typeof LIST_SEALED>;

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
export async function resealSecrets(database: Sql, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  const outcome: ResealedSecrets = { resealed: 0, upToDate: 0, changedMeanwhile: 0, unopened: [] };
  for (let after = FIRST_ID; ;) {
    const batch = await database.run(LIST_SEALED, { after });
    for (const sealed of batch) {
      const resealed = resealedOf(sealed, secrets);
      if (resealed === 'unopened') outcome.unopened.push(sealed.id);
      else if (resealed === undefined) outcome.upToDate += 1;
      else if (isDryRun || (await replace(database, sealed, resealed))) outcome.resealed += 1;
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

async function replace(database: Sql, before: SealedSecrets, after: SealedSecrets): Promise<boolean> {
  const { id, secret: formerSecret, previousSecret: formerPreviousSecret } = before;
  return (await database.run(RESEAL, { ...after, id, formerSecret, formerPreviousSecret })).length > 0;
}
