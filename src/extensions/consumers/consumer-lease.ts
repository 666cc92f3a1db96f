import { isOutage } from '../../platform/database/database-failure.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FlowControl, LogStart } from '../../platform/log/log-reader.ts';
import { FREE_LEASE, RENEW_LEASE, type HeldRow, type Holder } from './lease.rows.ts';

/** Maximum number of events sent but not acknowledged (docs/protocol.md). */
const UNACKNOWLEDGED_MAX = 1_000;
/** A lease is renewed after this part of it, and at least this often, in milliseconds. */
const RENEWED_PART = 1 / 3;
const RENEWING_MS_MAX = 20_000;
/** How often a paused subscription checks whether another process has acknowledged, in milliseconds. */
const PAUSED_MS = 1_000;

export interface ConsumerLeaseOptions {
  /** Acts for the partner. */
  readonly database: Database;
  readonly partnerId: string;
  /** Creates the error that ends the subscription. */
  readonly lost: () => Error;
  /** Called when the lease ends; `free` releases the consumer, which another stream of its worker may still need. */
  readonly ended: (free: () => Promise<unknown>) => void;
}

/** The lease of a running subscription: it renews itself, and tracks events that are not acknowledged. */
export class ConsumerLease implements FlowControl, LogStart {
  problem: Error | undefined;
  /** Positions of events that were sent but not acknowledged, in order. */
  private unacknowledged: number[] = [];
  private readonly waiting = new Set<() => void>();
  private leasedUntil: string;
  private timer: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;
  private isEnded = false;
  private readonly held: HeldRow;
  private readonly options: ConsumerLeaseOptions;

  constructor(held: HeldRow, options: ConsumerLeaseOptions) {
    this.held = held;
    this.options = options;
    this.leasedUntil = held.leasedUntil;
    this.renewLater();
  }

  get position(): number {
    return Number(this.held.position);
  }

  get logPosition(): number | null {
    return this.held.isAtEnd ? this.held.logHead : null;
  }

  get head(): number {
    return Number(this.held.head);
  }

  get logHead(): number {
    return this.held.logHead;
  }

  get room(): number {
    return Math.max(0, UNACKNOWLEDGED_MAX - this.unacknowledged.length);
  }

  /** Checks whether the holder has the consumer for this stream, and not from a position to which it was moved since. */
  isOf(holder: Holder | undefined): boolean {
    const { worker, moves } = this.held;
    return holder?.worker === worker && holder.moves === moves && this.problem === undefined;
  }

  begun(position: number): void {
    this.unacknowledged = this.unacknowledged.filter((given) => given <= position);
  }

  given(positions: readonly number[]): void {
    this.unacknowledged.push(...positions);
    if (this.room === 0) this.renewLater();
  }

  whenChanged(changed: () => void): () => void {
    this.waiting.add(changed);
    return () => this.waiting.delete(changed);
  }

  /** Called when all events up to a position are acknowledged. */
  acknowledged(position: number): void {
    const left = this.unacknowledged.filter((given) => given > position);
    if (left.length === this.unacknowledged.length) return;
    this.unacknowledged = left;
    this.notify();
  }

  /** Renews the lease, if the worker still holds the consumer, and reads what is acknowledged. */
  renew(): Promise<void> {
    clearTimeout(this.timer);
    return (this.renewing ??= this.renewNow().finally(() => {
      this.renewing = undefined;
      if (!this.isEnded && this.problem === undefined) this.renewLater();
    }));
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.timer);
    this.options.ended(() => this.free());
  }

  private async renewNow(): Promise<void> {
    const { database, partnerId, lost } = this.options;
    const { id, worker, moves } = this.held;
    try {
      const [renewed] = await database.run(RENEW_LEASE, [partnerId, id, worker, moves]);
      if (renewed === undefined) this.fail(lost());
      else {
        this.leasedUntil = renewed.leasedUntil;
        this.acknowledged(Number(renewed.position));
      }
    } catch (error) {
      // While the database is down, no other worker can take it.
      if (!isOutage(error)) this.fail(new Error('A lease was not renewed.', { cause: error }));
    }
  }

  /** Waits for a renewal in progress: only the lease that was granted last can be released. */
  private async free(): Promise<void> {
    await this.renewing;
    if (this.problem !== undefined) return;
    const { database, partnerId } = this.options;
    await database.run(FREE_LEASE, [partnerId, this.held.id, this.held.worker, this.leasedUntil]);
  }

  private fail(problem: Error): void {
    this.problem = problem;
    this.notify();
  }

  private notify(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const changed of waiting) changed();
  }

  private renewLater(): void {
    clearTimeout(this.timer);
    const restMs = Math.min(this.held.leaseSeconds * 1_000 * RENEWED_PART, RENEWING_MS_MAX);
    this.timer = setTimeout(() => void this.renew(), this.room === 0 ? PAUSED_MS : restMs);
  }
}
