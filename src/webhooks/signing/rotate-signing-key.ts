import type { Clock } from '../../kernel/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { PartnerKeys } from './partner-keys.ts';
import * as rows from './signing-key.rows.ts';
import { signingKeyTooNew, type RotateSigningKeyRefusal } from './signing.errors.ts';

const DAY_MS = 86_400_000;
/**
 * How long a key is published before it signs (ours): a receiver that caches keys for a week knows each before its use.
 */
const PUBLISHED_MS = 7 * DAY_MS;
/** How long a previous key also signs (ours): a day, so that receivers that keep one key can switch. */
const SIGNS_ALONG_MS = DAY_MS;

export interface RotationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly partnerKeys: PartnerKeys;
}

/**
 * Makes the next key of a partner the current one, and creates a new next key. The previous key also signs for a day.
 * If keys may have leaked, there is no wait: previous keys neither sign nor stay published.
 */
export async function rotateSigningKey(
  { database, clock, partnerKeys }: RotationDependencies,
  partnerId: string,
  compromised: boolean,
): Promise<RotateSigningKeyRefusal | undefined> {
  // Before the transaction, so that new keys are kept even if the rotation is refused.
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
