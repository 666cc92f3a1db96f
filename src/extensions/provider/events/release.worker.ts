import type { FailingWork } from '../../../platform/loops/failing-work.ts';
import { SlotWorker } from '../../../platform/limits/slot-worker.ts';
import type { MakeLoop, Worker } from '../../../platform/loops/loops.ts';
import { TAKE_UP_PARKED } from './provider-event.rows.ts';
import { releaseParked, type ReleaseNeeds } from './release-parked.ts';

/** Most parked events that a process has claimed at a time (ours). */
const TAKEN_UP_MAX = 20;
/** How long a parked event's lease exceeds the timeout of a call, in seconds: releasing one may take several calls. */
const PARKED_LEASE_MARGIN_SECONDS = 60;

/** Claims parked events that are due: the first of each entity, so that they are logged in order. */
export function releaseWorker(
  name: string,
  makeLoop: MakeLoop,
  needs: ReleaseNeeds & { readonly failing: FailingWork },
): Worker {
  const { database, clock, provider, failing } = needs;
  return new SlotWorker(makeLoop, {
    name,
    failing,
    max: TAKEN_UP_MAX,
    claim(most, { holding, slots }) {
      const now = clock.now();
      const leasedUntil = new Date(now.getTime() + provider.timeoutMs + PARKED_LEASE_MARGIN_SECONDS * 1_000);
      return database.run(TAKE_UP_PARKED, [now.toISOString(), leasedUntil.toISOString(), most, holding, slots]);
    },
    perform: (parked) => releaseParked(needs, parked),
  });
}
