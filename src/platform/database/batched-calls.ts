import { isOutOfReach } from './database-failure.ts';

/** Maximum number of calls in one transaction. */
const TOGETHER_MAX = 32;
/** Maximum number of running transactions per group: calls that arrive meanwhile wait, and share the next one. */
const IN_FLIGHT_MAX = 2;
/**
 * Longest wait for a running transaction, in milliseconds: if the database does not respond, it takes seconds to fail,
 * and calls that waited for it would only then begin to wait for their own.
 */
const PATIENCE_MS = 300;

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

interface Group<Call, Result> {
  inFlight: number;
  readonly waiting: Waiting<Call, Result>[];
}

/** Runs calls in one transaction. @returns a result for each, in their order */
type DoTogether<Call, Result> = (calls: readonly Call[]) => Promise<readonly Result[]>;

/**
 * Runs calls that wait at the same moment in one transaction, so that they share its round trip and its commit. A call
 * waits only while others of its group are running, and not for long. Calls that fail together are retried one by one,
 * so that none fails because of another; an outage of the database fails all of them.
 */
export class BatchedCalls<Call, Result> {
  /** One per name, never removed: a map whose entries come and go would retain ended calls, see OperationMemo. */
  private readonly groups = new Map<string, Group<Call, Result>>();
  private readonly doTogether: DoTogether<Call, Result>;
  private readonly inOrder: (one: Call, other: Call) => number;

  /** @param inOrder compares two calls: they run in the order in which others take the same locks */
  constructor(doTogether: DoTogether<Call, Result>, inOrder: (one: Call, other: Call) => number) {
    this.doTogether = doTogether;
    this.inOrder = inOrder;
  }

  /** @param name of the group, such as a partner: calls of different groups never wait for each other */
  do(name: string, call: Call): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let group = this.groups.get(name);
    if (group === undefined) {
      group = { inFlight: 0, waiting: [] };
      this.groups.set(name, group);
    }
    group.waiting.push({ call, resolve, reject });
    this.drain(group);
    return promise;
  }

  private drain(group: Group<Call, Result>): void {
    while (group.inFlight < IN_FLIGHT_MAX && group.waiting.length > 0) this.begin(group);
  }

  private begin(group: Group<Call, Result>): void {
    let isWaitedFor = true;
    const goOn = () => {
      if (!isWaitedFor) return;
      isWaitedFor = false;
      clearTimeout(patience);
      group.inFlight -= 1;
      this.drain(group);
    };
    group.inFlight += 1;
    const patience = setTimeout(goOn, PATIENCE_MS);
    void this.settle(group.waiting.splice(0, TOGETHER_MAX)).then(goOn);
  }

  private async settle(waiting: readonly Waiting<Call, Result>[]): Promise<void> {
    const together = waiting.toSorted((one, other) => this.inOrder(one.call, other.call));
    try {
      const results = await this.doTogether(together.map(({ call }) => call));
      for (const [nth, result] of results.entries()) together[nth]?.resolve(result);
    } catch (error) {
      if (together.length > 1 && !isOutOfReach(error)) await Promise.all(together.map((alone) => this.settle([alone])));
      else for (const { reject } of together) reject(error);
    }
  }
}
