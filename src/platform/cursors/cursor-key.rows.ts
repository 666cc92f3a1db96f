import { EnvironmentError } from '../environment-error.ts';
import { statement } from '../statements/statement.ts';

/** For how long a key opens once the next one seals (ours: as long as a stream may begin after an event). */
const OPENS = `interval '30 days'`;

/** A key of cursors as it stands now. */
export interface CursorKeyRow {
  readonly id: number;
  /** Null: it opens no more. */
  readonly sealedKey: string | null;
  /** Whether it seals, or did. */
  readonly isSealing: boolean;
  /** Whether the open form of cursors is taken still. */
  readonly takesOpen: boolean;
}

/** All keys, the one that seals last among those that did. Instants are of the database's clock. */
export const LIST_CURSOR_KEYS = statement<CursorKeyRow>(
  'list_cursor_keys',
  `select id::int as "id",
     case when lead(seals_from) over age + ${OPENS} <= now() then null else sealed_key end as "sealedKey",
     seals_from <= now() as "isSealing", (select open_cursors_until > now() from installation) as "takesOpen"
   from cursor_key window age as (order by seals_from, id)
   order by seals_from, id`,
);

/** SECRETS_KEY does not open what cursors are sealed by. */
export class CursorKeysAreSealed extends EnvironmentError {}

/** What a key is sealed for: it opens in no other row. */
export function placeOfKey(id: number): string {
  return `cursor key ${id}`;
}
