import { abandonDeliveries } from '../webhooks/deliveries/abandon-deliveries.ts';
import { keepMessageMonths } from '../webhooks/deliveries/message-retention.ts';
import { forgetOldEvents } from '../events/forget-old-events.ts';
import { oldestKept } from '../platform/schema/monthly-partitions.ts';
import { forgetExpiredKeys } from '../platform/idempotency/forget-expired-keys.ts';
import { forgetFullBudgets } from '../platform/limits/lookup-budgets.ts';
import { forgetOldReprocessings } from '../webhooks/reprocessing/forget-old-reprocessings.ts';
import { forgetExpiredTotps } from '../bank/totp/forget-expired-totps.ts';
import { forgetOldChanges } from '../webhooks/archive/forget-old-changes.ts';
import { MESSAGE_MONTHS } from '../webhooks/archive/webhook-months.ts';
import type { MakeLoop } from './analysis-loops.ts';
import type { Services } from './services.ts';

/** How often messages of deleted configurations are given up, in milliseconds. */
const ABANDONING_REST_MS = 5_000;
/** How often what has expired is deleted, in milliseconds. */
const CLEANING_REST_MS = 60_000;
/** How often months are made ahead and dropped, in milliseconds. */
const MONTHS_REST_MS = 3_600_000;

/** What keeps storage as small as it may be. */
export function cleaningLoops(loop: MakeLoop, { database, clock }: Services) {
  return [
    loop('webhook-abandoning', ABANDONING_REST_MS, () => abandonDeliveries(database, clock.now())),
    loop('old-changes', CLEANING_REST_MS, () => forgetOldChanges(database)),
    loop('expired-keys', CLEANING_REST_MS, () => forgetExpiredKeys(database, clock.now())),
    loop('expired-totps', CLEANING_REST_MS, () => forgetExpiredTotps(database, clock.now())),
    loop('full-budgets', CLEANING_REST_MS, () => forgetFullBudgets(database)),
    loop('months', MONTHS_REST_MS, async () => {
      const now = clock.now();
      await keepMessageMonths(database, now);
      const oldest = oldestKept(MESSAGE_MONTHS, now);
      const moreReprocessings = await forgetOldReprocessings(database, oldest);
      return (await forgetOldEvents(database, oldest)) || moreReprocessings;
    }),
  ];
}
