import type { Clock } from '../../kernel/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { PartnerKeys } from './partner-keys.ts';
import * as rows from './signing-key.rows.ts';
import { signingKeyTooNew, type RotateSigningKeyRefusal } from './signing.errors.ts';

const DAY_MS = 86_400_000;
/** How long a key is published before it signs (ours): a receiver that caches the keys for a week knows each key before its use. */
const PUBLISHED_MS = 7 * DAY_MS;
/** How long a former key signs along (ours): a day for receivers that keep one key to follow. */
const SIGNS_ALONG_MS = DAY_MS;

export interface RotationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly partnerKeys: PartnerKeys;
}

/**
 * Lets the next key of a partner sign from now on, and makes another one to be the next. The former signs along for a
 * day. Where keys may have come into other hands nobody waits: the former ones sign no more, and are published no more.
 */
export async function rotateSigningKey(
  { database, clock, partnerKeys }: RotationDependencies,
  partnerId: string,
  compromised: boolean,
): Promise<RotateSigningKeyRefusal | undefined> {
  // Before the transaction: they stay, though it may be refused.
  await partnerKeys.setOf(database, partnerId);
  return database.transaction(async (transaction) => {
    await transaction.run(rows.LOCK_SIGNING_KEYS, [partnerId]);
    const now = clock.now();
    const { next } = await partnerKeys.setOf(transaction, partnerId);
    const usableAt = new Date(instantOf(next.publishedAt).getTime() + PUBLISHED_MS);
    if (!compromised && now < usableAt) return signingKeyTooNew(usableAt);
    if (compromised) await transaction.run(rows.DROP_COMPROMISED_KEYS, [partnerId]);
    else await retireCurrent(transaction, partnerId, now);
    await transaction.run(rows.PROMOTE_NEXT_KEY, [partnerId, now.toISOString()]);
    const made = partnerKeys.makeKey(now);
    const values = [made.id, partnerId, next.setId, made.publicKey, made.sealedKey, now.toISOString()];
    await transaction.run(rows.MAKE_NEXT_KEY, values);
    return undefined;
  });
}

function retireCurrent(transaction: Transaction, partnerId: string, now: Date): Promise<unknown> {
  const until = new Date(now.getTime() + SIGNS_ALONG_MS);
  return transaction.run(rows.RETIRE_CURRENT_KEY, [partnerId, until.toISOString()]);
}
