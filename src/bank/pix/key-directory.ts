import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import type { Sql } from '../../platform/database/database.ts';
import { compiled, insertOf, valuesOf } from '../../platform/statements/compiled.ts';
import type { Entities } from '../../platform/statements/entities.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import { PixEntry, PixEntryExcluded } from './pix-entry.entity.ts';
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
const INSERT_KEY = compiled(
  'insert_pix_entry',
  { entities: [PixEntry], parameters: valuesOf(PixEntry, PIX_ENTRY_COLUMNS), writes: 'lock' },
  (_, values) => insertOf(PixEntry, values),
);

/** What replays show instead of the value of an erased key. */
const ERASED = 'erased';

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

/** The keys of accounts: those in the directory, and those that no longer exist at the provider. */
export interface StoredKeys {
  readonly entries: readonly PixEntry[];
  readonly excluded: readonly PixEntryExcluded[];
}

export async function keysOf(
  entities: Entities,
  partnerId: string,
  accountIds: readonly string[],
): Promise<StoredKeys> {
  const ofAccounts = { partnerId, accountId: { $in: [...accountIds] } };
  return {
    entries: await entities.find(PixEntry, ofAccounts),
    excluded: await entities.find(PixEntryExcluded, { ...ofAccounts, keyValue: { $ne: ERASED } }),
  };
}

/**
 * Erases keys: others can register them then. Rows without values are kept: replays return them for as long as the
 * idempotency key of the registration lasts.
 */
export function eraseKeys(entities: Entities, { entries, excluded }: StoredKeys): void {
  for (const entry of entries) excludeEntry(entities, entry, ERASED);
  for (const key of excluded) key.keyValue = ERASED;
}

/** Removes a key of an account from the directory: others can register it then. Replays of its registration show it. */
export function excludeEntry(entities: Entities, entry: PixEntry, keyValue = entry.keyValue): void {
  const { id, keyType, partnerId, accountId, createdAt } = entry;
  if (!partnerId || !accountId) throw new Error('A key without an account is no key of an account.');
  entities.create(PixEntryExcluded, { id, keyType, keyValue, partnerId, accountId, createdAt });
  entities.remove(entry);
}
