import { randomBytes } from 'node:crypto';
import type { Database, Sql } from '../database/database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { statement } from '../statements/statement.ts';
import { secretOfSeal } from './cursor-seal.ts';
import { CursorKeysAreSealed, LIST_CURSOR_KEYS, placeOfKey, type CursorKeyRow } from './cursor-key.rows.ts';

const SECRET_BYTES = 32;
const IDS_MAX = 255;
/** Time from the creation of a key until it seals, in seconds: by then every process has loaded it. */
const MADE_BEFORE_SECONDS = 120;

/** Concurrent creations of keys take turns; readers do not wait. */
const LOCK_KEYS = statement('lock_cursor_keys', 'select from installation for update');

const MAKE_KEY = statement<{ sealsFrom: string }>(
  'make_cursor_key',
  `insert into cursor_key (id, sealed_key, seals_from) values ($1, $2, now() + make_interval(secs => $3))
   on conflict (id) do update set sealed_key = excluded.sealed_key, seals_from = excluded.seals_from
   returning seals_from::text as "sealsFrom"`,
);

const DROP_OTHERS = statement('drop_other_cursor_keys', 'update cursor_key set sealed_key = null where id <> $1');

const FORGET_CLOSED = statement(
  'forget_closed_cursor_keys',
  `update cursor_key set sealed_key = null where id = any ($1::smallint[]) and sealed_key is not null returning 1`,
);

const FIND_SEALED = statement<{ id: number; sealedKey: string }>(
  'find_sealed_cursor_keys',
  `select id::int as "id", sealed_key as "sealedKey" from cursor_key where sealed_key is not null for update`,
);

const RESEAL = statement('reseal_cursor_key', 'update cursor_key set sealed_key = $2 where id = $1');

/** Creates the first key, which seals immediately; does nothing if there is one. */
export function ensureCursorKey(database: Database, secrets: SecretBox): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.run(LOCK_KEYS, []);
    const keys = await transaction.run(LIST_CURSOR_KEYS, []);
    if (keys.length === 0) await makeKey(transaction, secrets, { keys, inSeconds: 0 });
  });
}

/**
 * Creates a key that seals in two minutes. The previous one opens cursors for 30 days from then.
 * @param isCompromised the new one seals immediately, and no other opens any more
 * @returns when it starts to seal, as PostgreSQL writes it
 */
export function rotateCursorKey(database: Database, secrets: SecretBox, isCompromised: boolean): Promise<string> {
  return database.transaction(async (transaction) => {
    await transaction.run(LOCK_KEYS, []);
    const keys = await transaction.run(LIST_CURSOR_KEYS, []);
    const inSeconds = isCompromised ? 0 : MADE_BEFORE_SECONDS;
    const { id, sealsFrom } = await makeKey(transaction, secrets, { keys, inSeconds });
    if (isCompromised) await transaction.run(DROP_OTHERS, [id]);
    return sealsFrom;
  });
}

/**
 * Encrypts the keys with the first passphrase, or only counts them.
 * @returns the number of keys that it does not encrypt yet
 * @throws EnvironmentError if none of the passphrases decrypts a key
 */
export function resealCursorKeys(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<number> {
  return database.transaction(async (transaction) => {
    let resealed = 0;
    for (const { id, sealedKey } of await transaction.run(FIND_SEALED, [])) {
      const anew = sealAnew(secrets, sealedKey, placeOfKey(id));
      if (anew === undefined) continue;
      resealed += 1;
      if (!isDryRun) await transaction.run(RESEAL, [id, anew]);
    }
    return resealed;
  });
}

function sealAnew(secrets: SecretBox, sealedKey: string, place: string): string | undefined {
  try {
    return secrets.reseal(sealedKey, place);
  } catch (error) {
    throw new CursorKeysAreSealed('No passphrase of SECRETS_KEY decrypts the cursor keys.', { cause: error });
  }
}

/** Deletes the secrets of keys that no longer open cursors; their rows remain. */
export async function forgetClosedKeys(sql: Sql): Promise<false> {
  const keys = await sql.run(LIST_CURSOR_KEYS, []);
  await sql.run(FORGET_CLOSED, [keys.filter(({ sealedKey }) => sealedKey === null).map(({ id }) => String(id))]);
  return false;
}

interface WantedKey {
  readonly keys: readonly CursorKeyRow[];
  readonly inSeconds: number;
}

async function makeKey(sql: Sql, secrets: SecretBox, { keys, inSeconds }: WantedKey) {
  const id = freeId(keys);
  // Not from the injected source, which a test can repeat.
  const secret = secretOfSeal(randomBytes(SECRET_BYTES).toString('base64url'));
  const [made] = await sql.run(MAKE_KEY, [id, secrets.seal(secret, placeOfKey(id)), inSeconds]);
  if (made === undefined) throw new Error('No cursor key was created.');
  return { id, sealsFrom: made.sealsFrom };
}

/** Returns an id that no key has had, or else that of the key that has been closed for longest. */
function freeId(keys: readonly CursorKeyRow[]): number {
  const taken = new Set(keys.map(({ id }) => id));
  const unused = Array.from({ length: IDS_MAX }, (_, nth) => nth + 1).find((id) => !taken.has(id));
  const free = unused ?? keys.find(({ sealedKey }) => sealedKey === null)?.id;
  if (free === undefined) throw new Error('All ids of cursor keys are in use.');
  return free;
}
