import { isRefusal } from '../../kernel/domain-error.ts';
import type { Caller } from '../../platform/database/caller.ts';
import { ConsumerLease } from './consumer-lease.ts';
import type { HoldRefusal } from '../consumers/consumer.errors.ts';
import type { HeldRow } from './lease.rows.ts';
import { takeLease, type WantedLease } from './take-lease.ts';

/** A consumer whose row has changed, and its place. */
interface Changed {
  readonly id: string;
  readonly position: string;
}

/** The consumers that subscriptions of this process hold. What happens to one elsewhere they learn when they renew. */
export class HeldConsumers {
  private readonly leases = new Map<string, Set<ConsumerLease>>();
  private readonly ending = new Set<Promise<unknown>>();

  /** @param lost makes what ends the subscription when its worker has lost the consumer */
  async hold(
    caller: Pick<Caller, 'database' | 'requester'>,
    wanted: WantedLease,
    lost: () => Error,
  ): Promise<{ readonly row: HeldRow; readonly lease: ConsumerLease } | HoldRefusal> {
    const row = await takeLease(caller, wanted);
    if (isRefusal(row)) return row;
    const {
      database,
      requester: { partnerId },
    } = caller;
    const lease = new ConsumerLease(row, {
      ...{ database, partnerId, lost },
      ended: (freed) => {
        this.remove(row.id, lease);
        this.await(freed);
      },
    });
    this.leases.set(row.id, (this.leases.get(row.id) ?? new Set()).add(lease));
    return { row, lease };
  }

  /** Somebody has acked. */
  acked({ id, position }: Changed): void {
    for (const lease of this.leases.get(id) ?? []) lease.acked(Number(position));
  }

  /** It was moved or deleted: its holder must check. */
  taken({ id }: Pick<Changed, 'id'>): void {
    for (const lease of this.leases.get(id) ?? []) void lease.renew();
  }

  /** Ends when all that have ended are free. */
  async settled(): Promise<void> {
    await Promise.all(this.ending);
  }

  private remove(id: string, lease: ConsumerLease): void {
    const leases = this.leases.get(id);
    if (leases?.delete(lease) === true && leases.size === 0) this.leases.delete(id);
  }

  /** The lease of one that could not be released expires. */
  private await(freed: Promise<unknown>): void {
    const ending = freed
      .catch(() => undefined)
      .finally(() => {
        this.ending.delete(ending);
      });
    this.ending.add(ending);
  }
}
