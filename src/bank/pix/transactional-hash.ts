import type { Random } from '../../kernel/random.ts';
import type { Sql } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { statement } from '../../platform/statements/statement.ts';
import { isSameToken, newToken, readToken } from '../../platform/secrets/secret-token.ts';
import type { AddressingKeyType } from './addressing-key.enum.ts';
import type { AddressingKey } from './addressing-key.value.ts';

/** How long a hash can be used, in seconds (ours). */
const HASH_LIFETIME_SECONDS = 300;

/** What a hash proves: that the holder with this document has the address that the key names. */
export interface HashPurpose {
  readonly document: string;
  readonly key: AddressingKey;
}

const INSERT_HASH = statement(
  'insert_transactional_hash',
  `insert into transactional_hash (id, digest, partner_id, document, key_type, key_value, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/**
 * Locks the hash: of two registrations with one hash the second waits, and finds it gone. So a hash is used once by itself,
 * and not only since the directory takes its key once.
 */
const LOCK_HASH = statement<LockedHash>(
  'lock_transactional_hash',
  `select id, digest, document, key_type as "keyType", key_value as "keyValue", expires_at as "expiresAt"
   from transactional_hash where partner_id = $1 and id = $2 for update`,
);

const CONSUME_HASH = statement('consume_transactional_hash', 'delete from transactional_hash where id = $1');

/** A hash as its bearer gets it. */
export interface IssuedHash {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface HashIssue extends HashPurpose {
  readonly partnerId: string;
  readonly now: Date;
}

/** Gives a new hash, to be used once; storage keeps its digest only. */
export async function issueHash(sql: Sql, random: Random, issue: HashIssue): Promise<IssuedHash> {
  const { partnerId, document, key, now } = issue;
  const { id, token, digest } = newToken(random, now);
  const expiresAt = new Date(now.getTime() + HASH_LIFETIME_SECONDS * 1_000);
  await sql.run(INSERT_HASH, [id, digest, partnerId, document, key.type, key.value, expiresAt]);
  return { token, expiresAt };
}

/** A hash as it is stored; nobody else can use it while the transaction lasts. */
export interface LockedHash {
  readonly id: string;
  readonly digest: string;
  readonly document: string;
  readonly keyType: AddressingKeyType;
  readonly keyValue: string;
  readonly expiresAt: string;
}

/** Locks the partner's hash that `text` names; undefined for one of another partner, a used one, and what is none. */
export async function lockHash(sql: Sql, partnerId: string, text: string): Promise<LockedHash | undefined> {
  const presented = readToken(text);
  if (presented === undefined) return undefined;
  const [kept] = await sql.run(LOCK_HASH, [partnerId, presented.id]);
  return kept !== undefined && isSameToken(presented, kept) ? kept : undefined;
}

/** Whether a hash proves just this, and still does: it is late from its last instant on. */
export function proves(hash: LockedHash, { document, key }: HashPurpose, now: Date): boolean {
  return (
    hash.document === document &&
    hash.keyType === key.type &&
    hash.keyValue === key.value &&
    now < instantOf(hash.expiresAt)
  );
}

/** Uses a hash up, with the transaction that it was presented to. */
export async function consumeHash(sql: Sql, { id }: Pick<LockedHash, 'id'>): Promise<void> {
  await sql.run(CONSUME_HASH, [id]);
}
