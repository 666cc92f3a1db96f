import type { Caller } from '../../platform/database/caller.ts';
import { instantText } from '../../platform/statements/instant.ts';
import { isConsumerName } from './consumer-fields.value.ts';
import { consumerBusy, consumerNotFound, consumerPlaceExpired, type HoldRefusal } from './consumer.errors.ts';
import { FIND_OBSTACLE, TAKE_LEASE, type HeldRow } from './lease.rows.ts';

/** A request for a lease. */
export interface WantedLease {
  readonly consumer: string;
  readonly worker: string;
  /** Extends the lease, in seconds, if there is no event to return. */
  readonly waitSeconds?: number;
  /** Whether events follow, but none matches. */
  readonly isWaiting?: boolean;
}

/** Leases a consumer to a worker, or renews its lease. */
export async function takeLease(
  { database, requester: { partnerId } }: Pick<Caller, 'database' | 'requester'>,
  { consumer, worker, waitSeconds = 0, isWaiting = false }: WantedLease,
): Promise<HeldRow | HoldRefusal> {
  if (!isConsumerName(consumer)) return consumerNotFound();
  return database.transaction(async (transaction) => {
    for (;;) {
      const [taken] = await transaction.run(TAKE_LEASE, [partnerId, consumer, worker, waitSeconds, isWaiting]);
      if (taken !== undefined) return taken;
      const [obstacle] = await transaction.run(FIND_OBSTACLE, [partnerId, consumer, worker]);
      if (obstacle === undefined) return consumerNotFound();
      const { isBusy, leasedUntil, isExpired, oldestSequence } = obstacle;
      if (isBusy) return consumerBusy(instantText(leasedUntil ?? ''));
      if (isExpired) return consumerPlaceExpired(oldestSequence);
      // It has become free in between: try again.
    }
  });
}
