import { isOutage, wasRolledBack } from './database-failure.ts';
import { callsOf, rejectAll, resolveAll, TOGETHER_MAX, type DoTogether, type WaitingCall } from './waiting-call.ts';

/** Maximum number of locks whose calls run at the same time: each takes a connection, perhaps for seconds. */
const LOCKS_MAX = 4;
/** How long a transaction takes at most that is fast, in milliseconds. */
const FAST_MS = 300;
/** How long a call may have waited for another one that fails, to be tried itself, in milliseconds. */
const LATE_MS = 2_000;

/**
 * Runs calls that others must not wait for, by what they lock: one transaction at a time per lock, with all its calls
 * that wait by then. A transaction elsewhere that holds a lock for long thus keeps one connection of a process busy, and
 * no other lock waits. It keeps a lock until none of its calls is left, or a transaction of it has been fast again.
 */
export class CallsByLock<Call, Result> {
  private readonly waiting = new Map<string, WaitingCall<Call, Result>[]>();
  private readonly running = new Set<string>();
  private readonly doTogether: DoTogether<Call, Result>;
  private readonly giveBack: (calls: readonly WaitingCall<Call, Result>[]) => void;

  /** @param giveBack takes calls whose lock it no longer keeps */
  constructor(doTogether: DoTogether<Call, Result>, giveBack: (calls: readonly WaitingCall<Call, Result>[]) => void) {
    this.doTogether = doTogether;
    this.giveBack = giveBack;
  }

  /** Takes a call if it keeps its lock. */
  takes(call: WaitingCall<Call, Result>): boolean {
    const waiting = this.waiting.get(call.lock);
    waiting?.push(call);
    return waiting !== undefined;
  }

  add(calls: readonly WaitingCall<Call, Result>[]): void {
    for (const call of calls) if (!this.takes(call)) this.waiting.set(call.lock, [call]);
    this.drain();
  }

  /**
   * Keeps a lock while a transaction that began before runs.
   * @param ended resolves with its failure, if any
   */
  adopt(lock: string, ended: Promise<unknown>): void {
    if (this.waiting.has(lock)) return;
    this.waiting.set(lock, []);
    this.running.add(lock);
    void ended.then((failure) => {
      if (isOutage(failure)) this.giveUpLate(failure);
      this.end(lock);
    });
  }

  private drain(): void {
    for (const [lock, waiting] of this.waiting)
      if (this.running.size < LOCKS_MAX && !this.running.has(lock)) void this.run(lock, waiting);
  }

  private async run(lock: string, waiting: WaitingCall<Call, Result>[]): Promise<void> {
    this.running.add(lock);
    const beganMs = performance.now();
    const outage = await this.settle(waiting.splice(0, TOGETHER_MAX));
    if (outage !== undefined) this.giveUpLate(outage);
    else if (performance.now() - beganMs < FAST_MS) this.giveBack(waiting.splice(0));
    this.end(lock);
  }

  private end(lock: string): void {
    this.running.delete(lock);
    const waiting = this.waiting.get(lock) ?? [];
    // Behind all others.
    this.waiting.delete(lock);
    if (waiting.length > 0) this.waiting.set(lock, waiting);
    this.drain();
  }

  /** Rejects calls that have waited long for another one, which then failed: they would take as long once more. */
  private giveUpLate(outage: unknown): void {
    const since = performance.now() - LATE_MS;
    for (const waiting of this.waiting.values()) {
      const late = waiting.filter((call) => call.since <= since);
      waiting.splice(0, waiting.length, ...waiting.filter((call) => call.since > since));
      rejectAll(late, outage);
    }
    for (const [lock, waiting] of this.waiting)
      if (waiting.length === 0 && !this.running.has(lock)) this.waiting.delete(lock);
  }

  /** @returns the failure if it would be the same for all calls of the lock */
  private async settle(calls: readonly WaitingCall<Call, Result>[]): Promise<unknown> {
    try {
      const results = await this.doTogether(callsOf(calls), false);
      resolveAll(calls, results);
    } catch (error) {
      const isOfAll = isOutage(error);
      if (calls.length > 1 && !isOfAll && wasRolledBack(error)) return this.settleOneByOne(calls);
      rejectAll(calls, error);
      if (isOfAll) return error;
    }
    return undefined;
  }

  private async settleOneByOne(calls: readonly WaitingCall<Call, Result>[]): Promise<unknown> {
    for (const [nth, call] of calls.entries()) {
      const outage = await this.settle([call]);
      if (outage === undefined) continue;
      rejectAll(calls.slice(nth + 1), outage);
      return outage;
    }
    return undefined;
  }
}
