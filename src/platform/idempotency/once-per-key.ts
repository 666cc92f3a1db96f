import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Sql } from '../database/database.ts';
import { isUniqueViolation } from '../database/database-failure.ts';
import { columnsOf, compiled, insertion, text, timestamptz, uuid } from '../statements/compiled.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';

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

const COLUMNS = ['partnerId', 'mutation', 'key', 'fingerprint', 'resultId', 'expiresAt'] as const;

/** Without a look at what is there it takes two thirds of what the database does for `on conflict`. */
const CLAIM_NEW_KEY = insertion('claim_new_idempotency_key', IdempotencyKey, COLUMNS);

/**
 * Takes the key for this transaction, or nothing when it is held. A twin that is still in flight holds it uncommitted:
 * the insert waits for it, and takes the key only if the twin rolls back. An expired key is taken over.
 */
const CLAIM_KEY = compiled(
  'claim_idempotency_key',
  {
    entities: [IdempotencyKey],
    parameters: {
      ...{ partnerId: text, mutation: text, key: uuid, fingerprint: text, resultId: uuid },
      ...{ expiresAt: timestamptz, now: timestamptz },
    },
  },
  (tables, { now, ...claim }) =>
    tables
      .insertInto('IdempotencyKey')
      .values(claim)
      .onConflict((conflict) =>
        conflict
          .columns(['partnerId', 'mutation', 'key'])
          .doUpdateSet((columns) => ({
            fingerprint: columns.ref('excluded.fingerprint'),
            resultId: columns.ref('excluded.resultId'),
            expiresAt: columns.ref('excluded.expiresAt'),
          }))
          .where('IdempotencyKey.expiresAt', '<=', now),
      )
      .returning('key'),
);

/** A statement of its own, so that its snapshot is later than the wait of the claim. */
const READ_KEY = compiled(
  'read_idempotency_key',
  { entities: [IdempotencyKey], parameters: { partnerId: text, mutation: text, key: uuid } },
  (tables, { partnerId, mutation, key }) =>
    tables
      .selectFrom('IdempotencyKey as held')
      .select(columnsOf('held', ['fingerprint', 'resultId']))
      .where('held.partnerId', '=', partnerId)
      .where('held.mutation', '=', mutation)
      .where('held.key', '=', key),
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
  const claimed = await sql.run(CLAIM_KEY, { ...valuesOf(claim), now: claim.now.toISOString() });
  return claimed.length > 0;
}

function valuesOf({ partnerId, mutation, key, fingerprint, resultId, now }: KeyClaim) {
  const expiresAt = new Date(now.getTime() + IDEMPOTENCY_KEY_LIFETIME_SECONDS * 1_000);
  return { partnerId, mutation, key, fingerprint, resultId, expiresAt: expiresAt.toISOString() };
}

/** What a key that could not be claimed stands for: the id of its result, or `reused` when that had another input. */
export async function resultOfKey(sql: Sql, claim: KeyClaim): Promise<{ readonly id: string } | 'reused'> {
  const { partnerId, mutation, key, fingerprint } = claim;
  const [held] = await sql.run(READ_KEY, { partnerId, mutation, key });
  return held?.fingerprint === fingerprint ? { id: held.resultId } : 'reused';
}

/** The same for inputs that say the same, however their keys are ordered. */
export function fingerprintOf(input: object): string {
  return hash('sha256', canonicalize(input) ?? '', 'base64url');
}
