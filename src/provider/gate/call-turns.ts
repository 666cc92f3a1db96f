import { Pause } from '../../platform/loops/pause.ts';
import type { CallBudget } from './call-budget.ts';

/** What a call is for: within a partner, mutations go before reads, and what is taken up again goes last. */
export type CallPriority = 'MUTATION' | 'READ' | 'RESUMPTION';

/** Calls of one partner that a process has in flight, and that wait for it (ours). */
const IN_FLIGHT_MAX = 8;
const WAITING_MAX = 64;

/** In the order in which they are served. A token is for a call that waits already. */
const PRIORITIES = ['TOKEN', 'MUTATION', 'READ', 'RESUMPTION'] as const;
type TurnPriority = CallPriority | 'TOKEN';

interface WantedTurn {
  readonly partnerId: string;
  readonly priority: TurnPriority;
  /** Until when it is waited for, on the monotonic clock, in milliseconds. */
  readonly until: number;
}

/** A request may be sent now; `end` is called once when it has its outcome. */
export interface Turn {
  readonly end: () => void;
}

interface Waiting {
  readonly priority: TurnPriority;
  /** Undefined: it gets none. */
  readonly tell: (turn: Turn | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/** What a partner has here. */
interface Lane {
  /** Calls that were let in and have not left. */
  calls: number;
  inFlight: number;
  waiting: Waiting[];
}

/**
 * Who may send next. Partners take turns, however much one asks for; within a partner mutations go before reads, and
 * what is taken up again goes last. A partner whose calls hang keeps its own places only.
 */
export class CallTurns {
  private isClosed = false;
  private isServing = false;
  private serving: Promise<void> = Promise.resolve();
  /** In the order in which they are served next. */
  private readonly lanes = new Map<string, Lane>();
  private readonly rest = new Pause();
  private readonly budget: CallBudget | undefined;

  /** @param budget undefined: any number of calls may be sent */
  constructor(budget: CallBudget | undefined) {
    this.budget = budget;
  }

  /** Lets a call in, or says that its partner has too many here. One that is more urgent takes the place of another. */
  enter(partnerId: string, priority: CallPriority): boolean {
    if (this.isClosed) return false;
    const lane = this.laneOf(partnerId);
    if (lane.calls >= IN_FLIGHT_MAX + WAITING_MAX) {
      const last = lane.waiting.at(-1);
      if (last === undefined || rankOf(last.priority) <= rankOf(priority)) return false;
      last.tell(undefined);
    }
    lane.calls += 1;
    return true;
  }

  /** A call that was let in is done. */
  leave(partnerId: string): void {
    const lane = this.lanes.get(partnerId);
    if (lane === undefined) return;
    lane.calls -= 1;
    this.forgetUnused(partnerId, lane);
  }

  /** Waits for a turn; undefined when there is none in time, or a more urgent call took its place. */
  take({ partnerId, priority, until }: WantedTurn): Promise<Turn | undefined> {
    if (this.isClosed) return Promise.resolve(undefined);
    const lane = this.laneOf(partnerId);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        lane.waiting = lane.waiting.filter((one) => one !== waiting);
        this.forgetUnused(partnerId, lane);
      };
      const tell = (turn: Turn | undefined) => {
        end();
        resolve(turn);
      };
      const fail = (error: unknown) => {
        end();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const timer = setTimeout(tell, Math.max(0, until - performance.now()), undefined);
      const waiting: Waiting = { priority, tell, fail };
      const after = lane.waiting.findIndex((one) => rankOf(one.priority) > rankOf(priority));
      lane.waiting.splice(after < 0 ? lane.waiting.length : after, 0, waiting);
      this.serve();
    });
  }

  /** Nobody gets a turn any more. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const lane of this.lanes.values()) for (const waiting of lane.waiting) waiting.tell(undefined);
    this.rest.end();
    await this.serving;
  }

  private laneOf(partnerId: string): Lane {
    const lane = this.lanes.get(partnerId) ?? { calls: 0, inFlight: 0, waiting: [] };
    this.lanes.set(partnerId, lane);
    return lane;
  }

  private forgetUnused(partnerId: string, { calls, inFlight, waiting }: Lane): void {
    if (calls === 0 && inFlight === 0 && waiting.length === 0) this.lanes.delete(partnerId);
  }

  private serve(): void {
    if (this.isServing) return;
    this.isServing = true;
    this.serving = this.serveAll();
  }

  /** Ends when nobody waits who could be served. */
  private async serveAll(): Promise<void> {
    for (let ready = this.ready(); ready > 0; ready = this.ready()) {
      try {
        await this.serveSome(ready);
      } catch (error) {
        for (const lane of this.lanes.values()) for (const waiting of lane.waiting) waiting.fail(error);
      }
    }
    this.isServing = false;
  }

  private async serveSome(ready: number): Promise<void> {
    if (this.budget === undefined) {
      this.serveNext();
      return;
    }
    const { granted, endsAt } = await this.budget.draw(ready);
    for (let left = granted; left > 0 && performance.now() < endsAt; left -= 1) if (!this.serveNext()) return;
    if (granted === 0) await this.rest.take(Math.max(1, endsAt - performance.now()));
  }

  /** How many could be sent now. */
  private ready(): number {
    if (this.isClosed) return 0;
    let ready = 0;
    for (const lane of this.lanes.values()) ready += readyIn(lane);
    return ready;
  }

  /** Gives a turn to the partner who has waited longest for one. */
  private serveNext(): boolean {
    for (const [partnerId, lane] of this.lanes) {
      const [next] = lane.waiting;
      if (next === undefined || readyIn(lane) === 0) continue;
      this.lanes.delete(partnerId);
      this.lanes.set(partnerId, lane);
      const takesPlace = next.priority !== 'TOKEN';
      if (takesPlace) lane.inFlight += 1;
      next.tell({
        end: () => {
          if (!takesPlace) return;
          lane.inFlight -= 1;
          this.forgetUnused(partnerId, lane);
          this.serve();
        },
      });
      return true;
    }
    return false;
  }
}

function rankOf(priority: TurnPriority): number {
  return PRIORITIES.indexOf(priority);
}

function readyIn({ inFlight, waiting }: Lane): number {
  const tokens = waiting.filter(({ priority }) => priority === 'TOKEN').length;
  return tokens + Math.min(waiting.length - tokens, IN_FLIGHT_MAX - inFlight);
}
