import type { SqlEntityManager } from '@mikro-orm/sql';
import { PartnerKeys } from '../../webhooks/signing/partner-keys.ts';
import { SigningKey } from '../../webhooks/signing/signing-key.entity.ts';
import { SANDBOX_PARTNERS } from './sandbox-world.ts';
import type { SeedDependencies } from '../../platform/schema/seed.ts';

const DAY_MS = 86_400_000;
/** Age of the keys, in days: one more than a rotation needs, so that one succeeds, and the second is refused. */
const KEYS_DAYS_AGO = 8;

/** Gives each partner the key that signs and the next one, both published eight days ago. */
export async function seedSigningKeys(em: SqlEntityManager, { random, secrets, now }: SeedDependencies): Promise<void> {
  const publishedAt = new Date(now.getTime() - KEYS_DAYS_AGO * DAY_MS);
  const keys = new PartnerKeys({ secrets, random, clock: { now: () => now } });
  const rows = SANDBOX_PARTNERS.flatMap(({ id: partnerId }) => {
    const setId = random.uuid();
    return [null, publishedAt].map((signsFrom) => ({
      ...{ ...keys.makeKey(publishedAt), partnerId, setId, publishedAt, signsFrom },
    }));
  });
  await em.insertMany(SigningKey, rows);
}
