import { isRefusal } from '../../kernel/domain-error.ts';
import type { Caller } from '../../platform/database/caller.ts';
import type { Sql } from '../../platform/database/database.ts';
import { ConsumerLease } from './consumer-lease.ts';
import type { HoldRefusal } from './consumer.errors.ts';
import { FIND_HOLDERS, type HeldRow } from './lease.rows.ts';
import { takeLease, type WantedLease } from './take-lease.ts';

/** A consumer whose row has changed, and its position. */
interface Changed {
  readonly id: string;
  readonly position: string;
}

/** A long poll that waits for events of a consumer. */
interface WaitingPoll {
  readonly held: HeldRow;
  /** Called when the consumer has changed. */
  readonly notify: () => void;
}

/** Consumers that subscriptions and long polls of this process hold. */
export class HeldConsumers {
  private readonly leases = new Map<string, Set<ConsumerLease>>();
  private readonly waiting = new Map<string, Set<WaitingPoll>>();
  private readonly ending = new Set<Promise<unknown>>();

  /** @param lost creates the error that ends the subscription when its worker has lost the consumer */
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
      database,
      partnerId,
      lost,
      ended: (free) => {
        this.remove(row.id, lease);
        const beside = [...(this.leases.get(row.id) ?? [])].find((one) => one.isOf(row));
        this.await(beside === undefined ? free() : beside.renew());
      },
    });
    this.leases.set(row.id, (this.leases.get(row.id) ?? new Set()).add(lease));
    return { row, lease };
  }

  /** Called after an ack. */
  acknowledged({ id, position }: Changed): void {
    for (const lease of this.leases.get(id) ?? []) lease.acknowledged(Number(position));
  }

  /** Called after a move or a deletion: holders must check. */
  taken({ id }: Pick<Changed, 'id'>): void {
    for (const lease of this.leases.get(id) ?? []) void lease.renew();
    for (const { notify } of this.waiting.get(id) ?? []) notify();
  }

  /** Finds out which consumers another process has moved or deleted: one statement, for those of all partners. */
  async look(sql: Sql): Promise<void> {
    const ids = [...new Set([...this.leases.keys(), ...this.waiting.keys()])];
    if (ids.length === 0) return;
    const found = new Map((await sql.run(FIND_HOLDERS, [ids])).map((row) => [row.id, row]));
    for (const id of ids) {
      const holder = found.get(id);
      for (const lease of this.leases.get(id) ?? []) if (!lease.isOf(holder)) void lease.renew();
      for (const { held, notify } of this.waiting.get(id) ?? [])
        if (held.worker !== holder?.worker || held.position !== holder.position) notify();
    }
  }

  /** Calls `notify` when the consumer is moved or deleted, until `work` has ended. */
  async whileWaiting<Result>(poll: WaitingPoll, work: () => Promise<Result>): Promise<Result> {
    const { id } = poll.held;
    const waiting = this.waiting.get(id) ?? new Set();
    this.waiting.set(id, waiting.add(poll));
    try {
      return await work();
    } finally {
      waiting.delete(poll);
      if (waiting.size === 0) this.waiting.delete(id);
    }
  }

  /** Resolves when all ended leases are released. */
  async settled(): Promise<void> {
    await Promise.all(this.ending);
  }

  private remove(id: string, lease: ConsumerLease): void {
    const leases = this.leases.get(id);
    if (leases?.delete(lease) === true && leases.size === 0) this.leases.delete(id);
  }

  /** If a release fails, the lease expires. */
  private await(freed: Promise<unknown>): void {
    const ending = freed
      .catch(() => undefined)
      .finally(() => {
        this.ending.delete(ending);
      });
    this.ending.add(ending);
  }
}
