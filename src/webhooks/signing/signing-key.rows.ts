import { advisoryLock } from '../../platform/database/advisory-lock.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';

const COLUMNS = `id, partner_id as "partnerId", set_id as "setId", public_key as "publicKey",
  sealed_key as "sealedKey", published_at as "publishedAt", signs_from as "signsFrom", signs_until as "signsUntil"`;

/** The keys of partners: for each the next key, the current one, then previous ones. */
export const FIND_SIGNING_KEYS = statement(
  'find_signing_keys',
  `select ${COLUMNS} from signing_key where partner_id = any ($1::text[])
   order by partner_id, signs_from desc nulls first`,
);

/** A key as it is stored; instants as PostgreSQL writes them. */
export type SigningKeyRow = RowOf<typeof FIND_SIGNING_KEYS>;

export const FIND_SIGNING_KEY = statement('find_signing_key', `select ${COLUMNS} from signing_key where id = $1::uuid`);

/** In SQL: the ids of the keys that sign for a partner at an instant, the current one first. */
export const signerIdsOf = (partner: string, at: string): string =>
  `array(
     select key.id::text from signing_key as key
     where key.partner_id = ${partner} and key.signs_from is not null
       and (key.signs_until is null or key.signs_until > ${at})
     order by key.signs_from desc
   )`;

/** The public keys of a set, in the same order. */
export const FIND_PUBLIC_KEYS = statement(
  'find_public_keys',
  `select id, public_key as "publicKey" from signing_key where set_id = $1::uuid
   order by signs_from desc nulls first`,
);

/**
 * Creates the next and the current key. One statement, since two processes may do so at once: the second creates none,
 * and finds those of the first.
 */
export const MAKE_FIRST_KEYS = statement(
  'make_first_signing_keys',
  `with next as (
     insert into signing_key (id, partner_id, set_id, public_key, sealed_key, published_at)
     values ($1, $3, $4, $5, $6, $9)
     on conflict (partner_id) where signs_from is null do nothing returning set_id
   )
   insert into signing_key (id, partner_id, set_id, public_key, sealed_key, published_at, signs_from)
   select $2::uuid, $3, set_id, $7, $8, $9::timestamptz, $9::timestamptz from next`,
  { writes: 'lock' },
);

/** Serializes changes of a partner's keys, so that what is read afterwards stays true. */
export const LOCK_SIGNING_KEYS = statement('lock_signing_keys', `select ${advisoryLock('signing-keys', '$1')}`);
