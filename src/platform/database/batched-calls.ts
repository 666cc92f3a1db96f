import { CallsByLock } from './calls-by-lock.ts';
import { wasRolledBack } from './database-failure.ts';
import { callsOf, rejectAll, resolveAll, TOGETHER_MAX, type DoTogether, type WaitingCall } from './waiting-call.ts';

/** Maximum number of running transactions per group: calls that arrive meanwhile wait, and share the next one. */
const IN_FLIGHT_MAX = 2;
/**
 * Longest wait for a running transaction, in milliseconds: if the database does not respond, it takes seconds to fail,
 * and calls that waited for it would only then begin to wait for their own.
 */
const PATIENCE_MS = 300;

interface Group<Call, Result> {
  inFlight: number;
  readonly waiting: WaitingCall<Call, Result>[];
  readonly byLock: CallsByLock<Call, Result>;
}

/**
 * Runs calls that wait at the same moment in one transaction, so that they share its round trip and its commit. A call
 * waits only while others of its group are running, and not for long. Calls that fail together are retried by lock, so
 * that none fails, or waits long, because of another; an outage of the database fails all of them.
 */
export class BatchedCalls<Call, Result> {
  /** One per name, never removed: a map whose entries come and go would retain ended calls, see OperationMemo. */
  private readonly groups = new Map<string, Group<Call, Result>>();
  private readonly doTogether: DoTogether<Call, Result>;
  private readonly lockOf: (call: Call) => string;

  /** @param lockOf names what a call locks: calls run in this order, in which all processes take the same locks */
  constructor(doTogether: DoTogether<Call, Result>, lockOf: (call: Call) => string) {
    this.doTogether = doTogether;
    this.lockOf = lockOf;
  }

  /** @param name of the group, such as a partner: calls of different groups never wait for each other */
  do(name: string, call: Call): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const group = this.groups.get(name) ?? this.newGroup(name);
    const waiting = { call, lock: this.lockOf(call), since: performance.now(), resolve, reject };
    if (group.byLock.takes(waiting)) return promise;
    group.waiting.push(waiting);
    this.drain(group);
    return promise;
  }

  private newGroup(name: string): Group<Call, Result> {
    const waiting: WaitingCall<Call, Result>[] = [];
    const byLock = new CallsByLock(this.doTogether, (calls) => {
      waiting.push(...calls);
      this.drain(group);
    });
    const group: Group<Call, Result> = { inFlight: 0, waiting, byLock };
    this.groups.set(name, group);
    return group;
  }

  private drain(group: Group<Call, Result>): void {
    while (group.inFlight < IN_FLIGHT_MAX && group.waiting.length > 0) this.begin(group);
  }

  private begin(group: Group<Call, Result>): void {
    const calls = group.waiting.splice(0, TOGETHER_MAX).toSorted(inOrderOfLocks);
    const ended = this.settle(group, calls);
    let isWaitedFor = true;
    const goOn = () => {
      if (!isWaitedFor) return;
      isWaitedFor = false;
      clearTimeout(patience);
      group.inFlight -= 1;
      this.drain(group);
    };
    group.inFlight += 1;
    const patience = setTimeout(() => {
      const [alone, ...others] = calls;
      if (alone !== undefined && others.length === 0) group.byLock.adopt(alone.lock, ended);
      goOn();
    }, PATIENCE_MS);
    void ended.then(goOn);
  }

  /**
   * Waits for locks only briefly if there are several calls.
   * @returns why all of them failed
   */
  private async settle(group: Group<Call, Result>, calls: readonly WaitingCall<Call, Result>[]): Promise<unknown> {
    const areSeveral = calls.length > 1;
    try {
      const results = await this.doTogether(callsOf(calls), areSeveral);
      resolveAll(calls, results);
    } catch (error) {
      if (areSeveral && wasRolledBack(error)) group.byLock.add(calls);
      else {
        rejectAll(calls, error);
        return error;
      }
    }
    return undefined;
  }
}

function inOrderOfLocks({ lock: one }: { readonly lock: string }, { lock: other }: { readonly lock: string }): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
