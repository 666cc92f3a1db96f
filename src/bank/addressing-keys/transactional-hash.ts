import type { Random } from '../../kernel/random.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Entities } from '../../platform/statements/entities.ts';
import { columnsOf, compiled, text, uuid } from '../../platform/statements/compiled.ts';
import type { Composition } from '../../platform/statements/composition.ts';
import { newToken, type TokenTrace } from '../../platform/secrets/secret-token.ts';
import type { AddressingKey } from './addressing-key.value.ts';
import { TransactionalHash } from './transactional-hash.entity.ts';
import { TransactionalHashReason } from './transactional-hash.enum.ts';

/** How long a hash is valid, in seconds (ours). */
const HASH_LIFETIME_SECONDS = 300;

/** What a hash proves: that the address of the key belongs to the holder with this document. */
interface HashPurpose {
  readonly document: string;
  readonly key: AddressingKey;
}

/**
 * Locks the hash: of two registrations with one hash the second waits, and finds it used. This lock ensures that a
 * hash is used once, without relying on the directory to accept its key only once.
 */
const LOCK_HASH = compiled(
  'lock_transactional_hash',
  { entities: [TransactionalHash], parameters: { partnerId: text, id: uuid } },
  (tables, { partnerId, id }) =>
    tables
      .selectFrom('TransactionalHash as hash')
      .select(columnsOf('hash', ['id']))
      .where('hash.partnerId', '=', partnerId)
      .where('hash.id', '=', id)
      .forUpdate(),
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

/** Locks the partner's hash until the transaction ends: no other transaction can use it meanwhile. */
export async function lockHash(sql: Sql, partnerId: string, { id }: TokenTrace): Promise<void> {
  await sql.run(LOCK_HASH, { partnerId, id });
}

/** What a hash is to prove, in SQL. */
interface ProofOptions {
  readonly partnerId: string;
  readonly document: string;
  readonly keyType: string;
  readonly keyValue: string;
  readonly now: string;
}

/**
 * Returns the SQL of why the hash, the group `hash` of parameters (a `TokenTrace`), does not prove this; null if it does.
 * It expires at its last instant.
 */
export function proofFault(composition: Composition, { partnerId, document, keyType, keyValue, now }: ProofOptions) {
  const faults = {
    [TransactionalHashReason.EXPIRED]: `max(hash.expires_at) <= ${now}`,
    [TransactionalHashReason.USED]: 'max(hash.used_at) is not null',
    [TransactionalHashReason.OTHER_KEY]: `bool_or((hash.key_type, hash.key_value) <> (${keyType}, ${keyValue}))`,
    [TransactionalHashReason.OTHER_HOLDER]: `bool_or(hash.document <> ${document})`,
    [TransactionalHashReason.UNKNOWN]: 'count(*) = 0',
  };
  return `(
    select case ${Object.entries(faults)
      .map(([reason, fault]) => `when ${fault} then '${reason}'`)
      .join(' ')} end
    from transactional_hash as hash
    where hash.partner_id = ${partnerId} and hash.id = ${composition.parameter('id', 'hash')}
      and hash.digest = ${composition.parameter('digest', 'hash')}
  )`;
}

/** Returns the query of a larger statement that uses the hash up, if there is a row in `from`. */
export function hashConsumption(composition: Composition, now: string, from: string): string {
  return `update transactional_hash set used_at = ${now}
    where id = ${composition.parameter('id', 'hash')} and exists (select from ${from})`;
}
