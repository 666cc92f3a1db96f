import { Pause } from '../../../platform/loops/pause.ts';
import type { CallBudget } from './call-budget.ts';

/** Purpose of a call: within a partner, mutations go before reads, and resumed mutations go last. */
export type CallPriority = 'MUTATION' | 'READ' | 'RESUMPTION';

/** Most calls of one partner in flight, and waiting, in a process (ours). */
const IN_FLIGHT_MAX = 8;
const WAITING_MAX = 64;

/** In the order in which they are served. A token is for a call that already waits. */
const PRIORITIES = ['TOKEN', 'MUTATION', 'READ', 'RESUMPTION'] as const;
type TurnPriority = CallPriority | 'TOKEN';

interface WantedTurn {
  readonly partnerId: string;
  readonly priority: TurnPriority;
  /** Deadline of the wait, on the monotonic clock, in milliseconds. */
  readonly until: number;
}

/** Permission to send a request now; call `end` once when it has its outcome. */
export interface Turn {
  readonly end: () => void;
}

interface QueuedCall {
  readonly priority: TurnPriority;
  /** Undefined: no turn. */
  readonly settle: (turn: Turn | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/** Calls of a partner in this process. */
interface Lane {
  /** Calls that have entered and not left. */
  calls: number;
  inFlight: number;
  waiting: QueuedCall[];
}

/**
 * Decides which call is sent next. Partners take turns, whatever their load; within a partner, mutations go before
 * reads, and resumed mutations go last. Hanging calls of a partner occupy only its own places.
 */
export class CallTurns {
  private isClosed = false;
  private isServing = false;
  private serving: Promise<void> = Promise.resolve();
  /** In the order in which they are served next. */
  private readonly lanes = new Map<string, Lane>();
  private readonly rest = new Pause();
  private readonly budget: CallBudget | undefined;

  /** @param budget undefined: no limit */
  constructor(budget: CallBudget | undefined) {
    this.budget = budget;
  }

  /** Lets a call enter; false if its partner has too many. A more urgent call evicts the least urgent waiting one. */
  enter(partnerId: string, priority: CallPriority): boolean {
    if (this.isClosed) return false;
    const lane = this.laneOf(partnerId);
    if (lane.calls >= IN_FLIGHT_MAX + WAITING_MAX) {
      const last = lane.waiting.at(-1);
      if (last === undefined || rankOf(last.priority) <= rankOf(priority)) return false;
      last.settle(undefined);
    }
    lane.calls += 1;
    return true;
  }

  /** Notes that a call that had entered is done. */
  leave(partnerId: string): void {
    const lane = this.lanes.get(partnerId);
    if (lane === undefined) return;
    lane.calls -= 1;
    this.forgetUnused(partnerId, lane);
  }

  /** Waits for a turn; undefined if there is none in time, or if a more urgent call evicts this one. */
  take({ partnerId, priority, until }: WantedTurn): Promise<Turn | undefined> {
    if (this.isClosed) return Promise.resolve(undefined);
    const lane = this.laneOf(partnerId);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        lane.waiting = lane.waiting.filter((one) => one !== waiting);
        this.forgetUnused(partnerId, lane);
      };
      const settle = (turn: Turn | undefined) => {
        end();
        resolve(turn);
      };
      const fail = (error: unknown) => {
        end();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const timer = setTimeout(settle, Math.max(0, until - performance.now()), undefined);
      const waiting: QueuedCall = { priority, settle, fail };
      const after = lane.waiting.findIndex((one) => rankOf(one.priority) > rankOf(priority));
      lane.waiting.splice(after < 0 ? lane.waiting.length : after, 0, waiting);
      this.serve();
    });
  }

  /** Grants no more turns: all waiting calls get none. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const lane of this.lanes.values()) for (const waiting of lane.waiting) waiting.settle(undefined);
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

  /** Ends when no waiting call could be served. */
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

  /** Returns how many calls could be sent now. */
  private ready(): number {
    if (this.isClosed) return 0;
    let ready = 0;
    for (const lane of this.lanes.values()) ready += readyIn(lane);
    return ready;
  }

  /** Gives a turn to the partner that has waited longest for one; false if no call can be sent. */
  private serveNext(): boolean {
    for (const [partnerId, lane] of this.lanes) {
      const [next] = lane.waiting;
      if (next === undefined || readyIn(lane) === 0) continue;
      this.lanes.delete(partnerId);
      this.lanes.set(partnerId, lane);
      const takesPlace = next.priority !== 'TOKEN';
      if (takesPlace) lane.inFlight += 1;
      next.settle({
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
