import type { Random } from '../../kernel/random.ts';
import type { Sql } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { Entities } from '../../platform/statements/entities.ts';
import { columnsOf, compiled, text, uuid, type RowOf } from '../../platform/statements/compiled.ts';
import { isSameToken, newToken, readToken } from '../../platform/secrets/secret-token.ts';
import type { AddressingKey } from './addressing-key.value.ts';
import { TransactionalHash } from './transactional-hash.entity.ts';

/** How long a hash is valid, in seconds (ours). */
const HASH_LIFETIME_SECONDS = 300;

/** What a hash proves: that the address of the key belongs to the holder with this document. */
export interface HashPurpose {
  readonly document: string;
  readonly key: AddressingKey;
}

/**
 * Locks the hash: of two registrations with one hash the second waits, and finds it deleted. This lock ensures that a
 * hash is used once, without relying on the directory to accept its key only once.
 */
const LOCK_HASH = compiled(
  'lock_transactional_hash',
  { entities: [TransactionalHash], parameters: { partnerId: text, id: uuid } },
  (tables, { partnerId, id }) =>
    tables
      .selectFrom('TransactionalHash as hash')
      .select(columnsOf('hash', ['id', 'digest', 'document', 'keyType', 'keyValue', 'expiresAt']))
      .where('hash.partnerId', '=', partnerId)
      .where('hash.id', '=', id)
      .forUpdate(),
);

const CONSUME_HASH = compiled(
  'consume_transactional_hash',
  { entities: [TransactionalHash], parameters: { id: uuid } },
  (tables, { id }) => tables.deleteFrom('TransactionalHash').where('id', '=', id),
);

/** A hash as its holder receives it. */
export interface IssuedHash {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface HashIssue extends HashPurpose {
  readonly partnerId: string;
  readonly now: Date;
}

/** Issues a new hash for a single use; only its digest is stored. */
export function issueHash(entities: Entities, random: Random, issue: HashIssue): IssuedHash {
  const { partnerId, document, key, now } = issue;
  const { id, token, digest } = newToken(random, now);
  const expiresAt = new Date(now.getTime() + HASH_LIFETIME_SECONDS * 1_000);
  const proven = { document, keyType: key.type, keyValue: key.value };
  entities.create(TransactionalHash, { id, digest, partnerId, ...proven, expiresAt });
  return { token, expiresAt };
}

/** A hash as stored; no other transaction can use it until this one ends. */
export type LockedHash = RowOf<typeof LOCK_HASH>;

/** Locks the partner's hash that `text` names; undefined if it is another partner's, already used, or not a hash. */
export async function lockHash(sql: Sql, partnerId: string, text: string): Promise<LockedHash | undefined> {
  const presented = readToken(text);
  if (presented === undefined) return undefined;
  const [kept] = await sql.run(LOCK_HASH, { partnerId, id: presented.id });
  return kept !== undefined && isSameToken(presented, kept) ? kept : undefined;
}

/** Whether a hash proves exactly this, and has not expired; it expires at its last instant. */
export function proves(hash: LockedHash, { document, key }: HashPurpose, now: Date): boolean {
  return (
    hash.document === document &&
    hash.keyType === key.type &&
    hash.keyValue === key.value &&
    now < instantOf(hash.expiresAt)
  );
}

/** Uses a hash up, in the transaction that it was presented to. */
export async function consumeHash(sql: Sql, { id }: Pick<LockedHash, 'id'>): Promise<void> {
  await sql.run(CONSUME_HASH, { id });
}
