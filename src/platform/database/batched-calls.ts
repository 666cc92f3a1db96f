import { isOutOfReach } from './database-failure.ts';

/** Calls that go together at most. */
const TOGETHER_MAX = 32;
/** Transactions of one group that are under way at most: what comes meanwhile waits, and goes together. */
const UNDER_WAY_MAX = 2;
/**
 * Nobody waits longer for a transaction under way, in milliseconds: where the database is silent it takes seconds to fail,
 * and what waited for it would then begin to wait itself.
 */
const PATIENCE_MS = 300;

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

interface Group<Call, Result> {
  underWay: number;
  readonly waiting: Waiting<Call, Result>[];
}

/** Does calls in one transaction. @returns a result for each, in their order */
type DoTogether<Call, Result> = (calls: readonly Call[]) => Promise<readonly Result[]>;

/**
 * Calls that wait at the same moment are done in one transaction, so that they share its round trip and its commit. A call
 * waits only while others of its group are under way, and not for long. Calls that fail together are done one by one, so that none fails for
 * another; an outage of the database is the same for all.
 */
export class BatchedCalls<Call, Result> {
  private readonly groups = new Map<string, Group<Call, Result>>();
  private readonly doTogether: DoTogether<Call, Result>;
  private readonly inOrder: (one: Call, other: Call) => number;

  /** @param inOrder in which they are done: that in which others take the same locks */
  constructor(doTogether: DoTogether<Call, Result>, inOrder: (one: Call, other: Call) => number) {
    this.doTogether = doTogether;
    this.inOrder = inOrder;
  }

  /** @param name of the group: calls of different groups never wait for one another */
  do(name: string, call: Call): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const group = this.groups.get(name) ?? { underWay: 0, waiting: [] };
    this.groups.set(name, group);
    group.waiting.push({ call, resolve, reject });
    this.drain(name, group);
    return promise;
  }

  private drain(name: string, group: Group<Call, Result>): void {
    while (group.underWay < UNDER_WAY_MAX && group.waiting.length > 0) this.begin(name, group);
    if (group.underWay === 0) this.groups.delete(name);
  }

  private begin(name: string, group: Group<Call, Result>): void {
    let isWaitedFor = true;
    const goOn = () => {
      if (!isWaitedFor) return;
      isWaitedFor = false;
      clearTimeout(patience);
      group.underWay -= 1;
      this.drain(name, group);
    };
    group.underWay += 1;
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
