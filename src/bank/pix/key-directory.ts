import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import type { Sql } from '../../platform/database/database.ts';
import { insertion } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import { PixEntry } from './pix-entry.entity.ts';
import { PIX_ENTRY_COLUMNS } from './pix-entry.rows.ts';

/** The owner of a key. */
export interface KeyOwner {
  /** The institution that keeps the account. */
  readonly ispb: string;
  /** CPF or CNPJ of the owner. */
  readonly document: string;
  /** The account, if it is an account of this gateway. */
  readonly accountId: string | null;
}

/** A key to register for an account of this gateway. */
interface KeyRegistration {
  readonly id: string;
  readonly key: AddressingKey;
  readonly owner: KeyOwner & { readonly accountId: string };
  readonly partnerId: string;
  readonly createdAt: Date;
}

/** The unique index decides races: a second insert of a key waits for the first, and fails when that one commits. */
const INSERT_KEY = insertion('insert_pix_entry', PixEntry, PIX_ENTRY_COLUMNS);

/** What replays show instead of the value of an erased key. */
const ERASED = 'erased';

/** Reads all keys that no longer exist, which are few. */
const COUNT_KEYS = statement<{ keys: number }>(
  'count_keys_of_accounts',
  `select count(*)::int as keys from (
     select id from pix_entry where partner_id = $1 and account_id = any ($2::uuid[])
     union all
     select id from pix_entry_excluded where partner_id = $1 and account_id = any ($2::uuid[]) and key_value <> '${ERASED}'
   ) as key`,
);

/** Rows without values are kept: replays return them for as long as the idempotency key of the registration lasts. */
const ERASE_KEYS = statement(
  'erase_keys_of_accounts',
  `with erased as (
     delete from pix_entry where partner_id = $1 and account_id = any ($2::uuid[])
     returning id, key_type, partner_id, account_id, created_at
   ), kept as (
     insert into pix_entry_excluded (id, key_type, key_value, partner_id, account_id, created_at)
     select id, key_type, '${ERASED}', partner_id, account_id, created_at from erased
   )
   update pix_entry_excluded set key_value = '${ERASED}' where partner_id = $1 and account_id = any ($2::uuid[])`,
);

/**
 * Registers a key in the directory of all institutions, in which each key exists once.
 * @throws an error that `wasKeyTaken` recognizes if a concurrent registration took the key
 */
export async function registerKey(sql: Sql, { id, key, owner, partnerId, createdAt }: KeyRegistration): Promise<void> {
  const { ispb, document, accountId } = owner;
  await sql.run(INSERT_KEY, {
    id,
    keyType: key.type,
    keyValue: key.value,
    ispb,
    ownerDocument: document,
    partnerId,
    accountId,
    createdAt: createdAt.toISOString(),
  });
}

/** Whether a registration failed because its key had just been taken. */
export function wasKeyTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'pix_entry_key_type_key_value_unique');
}

/** Counts the keys of accounts, including those that no longer exist at the provider. */
export async function countKeys(sql: Sql, partnerId: string, accountIds: readonly string[]): Promise<number> {
  const [row] = await sql.run(COUNT_KEYS, [partnerId, accountIds]);
  return row?.keys ?? 0;
}

/** Erases the keys of accounts: others can register them then. */
export async function eraseKeys(sql: Sql, partnerId: string, accountIds: readonly string[]): Promise<void> {
  await sql.run(ERASE_KEYS, [partnerId, accountIds]);
}
