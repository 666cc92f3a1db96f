import { randomBytes } from 'node:crypto';
import type { Database, Sql } from '../database/database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { statement } from '../statements/statement.ts';
import { secretOfSeal } from './cursor-seal.ts';
import { CursorKeysAreSealed, LIST_CURSOR_KEYS, placeOfKey, type CursorKeyRow } from './cursor-key.rows.ts';

const SECRET_BYTES = 32;
const IDS_MAX = 255;
/** From a key's making until it seals, in seconds: by then each process has looked. */
const MADE_BEFORE_SECONDS = 120;

/** Two who make a key at once take turns; readers do not wait. */
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

/** Makes the first key, which seals at once; where there is one nothing happens. */
export function ensureCursorKey(database: Database, secrets: SecretBox): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.run(LOCK_KEYS, []);
    const keys = await transaction.run(LIST_CURSOR_KEYS, []);
    if (keys.length === 0) await makeKey(transaction, secrets, { keys, inSeconds: 0 });
  });
}

/**
 * Makes a key that seals in two minutes. The one before opens for 30 days from then.
 * @param isCompromised the new one seals at once, and no other opens any more
 * @returns from when on it seals, as PostgreSQL writes it
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
 * Seals the keys with the first passphrase, or only looks.
 * @returns how many there are that it does not seal yet
 * @throws EnvironmentError when one is opened by none of the passphrases
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
    throw new CursorKeysAreSealed('No passphrase of SECRETS_KEY opens the keys of cursors.', { cause: error });
  }
}

/** Forgets keys that open no more; that there were such stays known. */
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
  if (made === undefined) throw new Error('A key of cursors was not made.');
  return { id, sealsFrom: made.sealsFrom };
}

/** One that no key has had, or else that of the key that has been closed for longest. */
function freeId(keys: readonly CursorKeyRow[]): number {
  const taken = new Set(keys.map(({ id }) => id));
  const unused = Array.from({ length: IDS_MAX }, (_, nth) => nth + 1).find((id) => !taken.has(id));
  const free = unused ?? keys.find(({ sealedKey }) => sealedKey === null)?.id;
  if (free === undefined) throw new Error('All keys of cursors are in use.');
  return free;
}
