import { statement } from '../../platform/statements/statement.ts';

/** A key as it is stored. */
export interface SigningKeyRow {
  readonly id: string;
  readonly partnerId: string;
  readonly setId: string;
  readonly publicKey: string;
  readonly sealedKey: string;
  /** As PostgreSQL writes it; null: it is the next one. */
  readonly signsFrom: string | null;
}

const COLUMNS = `id, partner_id as "partnerId", set_id as "setId", public_key as "publicKey",
  sealed_key as "sealedKey", signs_from as "signsFrom"`;

/** The keys of partners: each one's next first, then the current, then the former ones. */
export const FIND_SIGNING_KEYS = statement<SigningKeyRow>(
  'find_signing_keys',
  `select ${COLUMNS} from signing_key where partner_id = any ($1::text[])
   order by partner_id, signs_from desc nulls first`,
);

/** The public keys of a set, in the same order. */
export const FIND_PUBLIC_KEYS = statement<Pick<SigningKeyRow, 'id' | 'publicKey'>>(
  'find_public_keys',
  `select id, public_key as "publicKey" from signing_key where set_id = $1::uuid
   order by signs_from desc nulls first`,
);

/** The next key and the current: whoever comes second makes none, and finds those of the first. */
export const MAKE_FIRST_KEYS = statement(
  'make_first_signing_keys',
  `with next as (
     insert into signing_key (id, partner_id, set_id, public_key, sealed_key)
     values ($1, $3, $4, $5, $6)
     on conflict (partner_id) where signs_from is null do nothing returning set_id
   )
   insert into signing_key (id, partner_id, set_id, public_key, sealed_key, signs_from)
   select $2::uuid, $3, set_id, $7, $8, $9::timestamptz from next`,
);
