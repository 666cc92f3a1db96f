import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Sql } from '../database/database.ts';
import { isUniqueViolation } from '../database/database-failure.ts';
import { statement, type SqlValue } from '../statements/statement.ts';

/** How long a key stands for its first success, in seconds (seed, Limits). The window does not slide. */
export const IDEMPOTENCY_KEY_LIFETIME_SECONDS = 360;

/** What a caller says once: its key, and what it is for. */
export interface KeyClaim {
  readonly partnerId: string;
  readonly mutation: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Id of what will be made, should the key be free. */
  readonly resultId: string;
  readonly now: Date;
}

const INSERT_KEY = `
  insert into idempotency_key as held (partner_id, mutation, key, fingerprint, result_id, expires_at)
  values ($1, $2, $3, $4, $5, $6)`;

/** Without a look at what is there it takes two thirds of what the database does for `on conflict`. */
const CLAIM_NEW_KEY = statement('claim_new_idempotency_key', INSERT_KEY);

/**
 * Takes the key for this transaction, or nothing when it is held. A twin that is still in flight holds it uncommitted:
 * the insert waits for it, and takes the key only if the twin rolls back. An expired key is taken over.
 */
const CLAIM_KEY = statement(
  'claim_idempotency_key',
  `${INSERT_KEY}
   on conflict (partner_id, mutation, key) do update
     set fingerprint = excluded.fingerprint, result_id = excluded.result_id, expires_at = excluded.expires_at
     where held.expires_at <= $7
   returning true as "claimed"`,
);

/** A statement of its own, so that its snapshot is later than the wait of the claim. */
const READ_KEY = statement<{ fingerprint: string; resultId: string }>(
  'read_idempotency_key',
  `select fingerprint, result_id as "resultId" from idempotency_key
   where partner_id = $1 and mutation = $2 and key = $3`,
);

/**
 * Claims a key for this transaction that nobody has used: nearly each is one. It ends the transaction when it is held, or
 * was before it expired; `isUsedKey` tells, and `claimKey` decides.
 */
export async function claimNewKey(sql: Sql, claim: KeyClaim): Promise<true> {
  await sql.run(CLAIM_NEW_KEY, valuesOf(claim));
  return true;
}

/** Whether a transaction ended because its key had been used before. */
export function isUsedKey(error: unknown): boolean {
  return isUniqueViolation(error, 'idempotency_key_pkey');
}

/**
 * Claims the key for this transaction; false when it stands for something already. A claim is kept by committing and
 * given back by rolling back.
 */
export async function claimKey(sql: Sql, claim: KeyClaim): Promise<boolean> {
  const claimed = await sql.run(CLAIM_KEY, [...valuesOf(claim), claim.now.toISOString()]);
  return claimed.length > 0;
}

function valuesOf({ partnerId, mutation, key, fingerprint, resultId, now }: KeyClaim): SqlValue[] {
  const expiresAt = new Date(now.getTime() + IDEMPOTENCY_KEY_LIFETIME_SECONDS * 1_000);
  return [partnerId, mutation, key, fingerprint, resultId, expiresAt.toISOString()];
}

/** What a key that could not be claimed stands for: the id of its result, or `reused` when that had another input. */
export async function resultOfKey(sql: Sql, claim: KeyClaim): Promise<{ readonly id: string } | 'reused'> {
  const { partnerId, mutation, key, fingerprint } = claim;
  const [held] = await sql.run(READ_KEY, [partnerId, mutation, key]);
  return held?.fingerprint === fingerprint ? { id: held.resultId } : 'reused';
}

/** The same for inputs that say the same, however their keys are ordered. */
export function fingerprintOf(input: object): string {
  return hash('sha256', canonicalize(input) ?? '', 'base64url');
}
