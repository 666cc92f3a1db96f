import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PartnerKeys } from './partner-keys.ts';
import { SigningKey } from './signing-key.entity.ts';
import { LOCK_SIGNING_KEYS } from './signing-key.rows.ts';
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
    await transaction.run(LOCK_SIGNING_KEYS, [partnerId]);
    const now = clock.now();
    const { entities } = transaction;
    const next = await entities.findOneOrFail(SigningKey, { partnerId, signsFrom: null });
    const usableAt = new Date(next.publishedAt.getTime() + PUBLISHED_MS);
    if (!compromised && now < usableAt) return signingKeyTooNew(usableAt);
    const signing = await entities.find(SigningKey, { partnerId, signsFrom: { $ne: null } });
    if (compromised) for (const key of signing) entities.remove(key);
    else retireCurrent(signing, now);
    next.signsFrom = now;
    // Before another next key is created: there is one at a time.
    await entities.flush();
    const { setId } = next;
    entities.create(SigningKey, { ...partnerKeys.makeKey(now), partnerId, setId, publishedAt: now });
    return undefined;
  });
}

/** The current key also signs for a while; no previous one does for longer than it does already. */
function retireCurrent(signing: readonly SigningKey[], now: Date): void {
  const current = signing.find(({ signsUntil }) => signsUntil === null);
  if (current !== undefined) current.signsUntil = new Date(now.getTime() + SIGNS_ALONG_MS);
}
