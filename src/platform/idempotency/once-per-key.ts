import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Sql } from '../database/database.ts';
import { statement } from '../database/statement.ts';

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

/**
 * Takes the key for this transaction, or nothing when it is held. A twin that is still in flight holds it uncommitted:
 * the insert waits for it, and takes the key only if the twin rolls back. An expired key is taken over.
 */
const CLAIM_KEY = statement(
  'claim_idempotency_key',
  `insert into idempotency_key as held (partner_id, mutation, key, fingerprint, result_id, expires_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (partner_id, mutation, key) do update
     set fingerprint = excluded.fingerprint, result_id = excluded.result_id, expires_at = excluded.expires_at
     where held.expires_at <= $7
   returning true as "claimed"`,
);

/** A statement of its own, so that its snapshot is later than the wait of the claim. */
const READ_KEY = statement(
  'read_idempotency_key',
  `select fingerprint, result_id as "resultId" from idempotency_key
   where partner_id = $1 and mutation = $2 and key = $3`,
);

/**
 * Claims the key for this transaction; false when it stands for something already. A claim is kept by committing and
 * given back by rolling back.
 */
export async function claimKey(sql: Sql, claim: KeyClaim): Promise<boolean> {
  const expiresAt = new Date(claim.now.getTime() + IDEMPOTENCY_KEY_LIFETIME_SECONDS * 1_000);
  const { partnerId, mutation, key, fingerprint, resultId, now } = claim;
  const claimed = await sql.run(CLAIM_KEY, [
    ...[partnerId, mutation, key, fingerprint, resultId],
    ...[expiresAt.toISOString(), now.toISOString()],
  ]);
  return claimed.length > 0;
}

/** What a key that could not be claimed stands for: the id of its result, or `reused` when that had another input. */
export async function resultOfKey(sql: Sql, claim: KeyClaim): Promise<{ readonly id: string } | 'reused'> {
  const { partnerId, mutation, key, fingerprint } = claim;
  const [held] = await sql.run<{ fingerprint: string; resultId: string }>(READ_KEY, [partnerId, mutation, key]);
  return held?.fingerprint === fingerprint ? { id: held.resultId } : 'reused';
}

/** The same for inputs that say the same, however their keys are ordered. */
export function fingerprintOf(input: object): string {
  return hash('sha256', canonicalize(input) ?? '', 'base64url');
}
