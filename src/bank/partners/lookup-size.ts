import type { Database } from '../../platform/database/database.ts';
import { Partner } from './partner.entity.ts';

/** A partner's own size of look-up budgets; null if the configured size applies. */
interface OwnSize {
  readonly points: number | null;
  readonly seconds: number | null;
}

/** Returns the size of a partner's look-up budgets; undefined if the partner does not exist. */
export async function findLookupSize({ entities }: Database, partnerId: string): Promise<OwnSize | undefined> {
  const partner = await entities.findOne(Partner, partnerId);
  return partner === null ? undefined : sizeOf(partner);
}

/** Sets the size of a partner's budgets; all processes apply it from their next look-up on. */
export function setLookupSize(
  database: Database,
  partnerId: string,
  { points, seconds }: OwnSize,
): Promise<OwnSize | undefined> {
  return database.transaction(async ({ entities }) => {
    const partner = await entities.findOne(Partner, partnerId);
    if (partner === null) return undefined;
    partner.lookupPoints = points;
    partner.lookupSeconds = seconds;
    return sizeOf(partner);
  });
}

function sizeOf({ lookupPoints = null, lookupSeconds = null }: Partner): OwnSize {
  return { points: lookupPoints, seconds: lookupSeconds };
}
