import { EnvironmentError } from '../environment-error.ts';
import { statement } from '../statements/statement.ts';

/** How long a key opens cursors once the next one seals (ours: as long as a stream can start after an event). */
const OPENS = `interval '30 days'`;

/** The current state of a cursor key. */
export interface CursorKeyRow {
  readonly id: number;
  /** Null: it no longer opens cursors. */
  readonly sealedKey: string | null;
  /** Whether it seals, or has sealed; true for the first one in any case. */
  readonly isSealing: boolean;
  /** Whether unencrypted cursors are still accepted. */
  readonly takesOpen: boolean;
}

/**
 * Lists all keys by start; the last with `isSealing` seals now. A key without a secret never seals, whatever its start:
 * a key can be dropped before it has started. Times are those of the database's clock. Some key must always seal: if the
 * clock was set back since, the first one does although it starts later, or no process could start until then.
 */
export const LIST_CURSOR_KEYS = statement<CursorKeyRow>(
  'list_cursor_keys',
  `select id::int as "id",
     case when lead(seals_from) over age + ${OPENS} <= now() then null else sealed_key end as "sealedKey",
     sealed_key is not null and (seals_from <= now() or row_number() over age = 1) as "isSealing",
     (select open_cursors_until > now() from installation) as "takesOpen"
   from cursor_key window age as (partition by sealed_key is null order by seals_from, id)
   order by seals_from, id`,
);

/** No cursor key can be used, or SECRETS_KEY does not decrypt one. */
export class CursorKeysAreSealed extends EnvironmentError {}

/** Returns the place for which a key is encrypted: it cannot be decrypted in another row. */
export function placeOfKey(id: number): string {
  return `cursor key ${id}`;
}
