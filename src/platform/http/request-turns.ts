import { RoundRobin } from '../loops/round-robin.ts';

/** Time spent on beginning requests in one turn of the event loop, in milliseconds (ours); further ones wait. */
const TURN_MS_MAX = 5;

/**
 * Shares the turns of the event loop among addresses that send many requests at once: those that wait are begun in
 * rounds. Without a crowd a request begins when it arrives.
 */
export class RequestTurns {
  private readonly waiting = new RoundRobin<() => void>();
  /** When the first request of this turn began, on the monotonic clock; undefined if none has. */
  private beganAt: number | undefined;

  /** Begins a request, now or in a later turn. */
  run(address: string, begin: () => void): void {
    if (this.waiting.isEmpty && this.hasTime()) begin();
    else this.waiting.put(address, begin);
  }

  private hasTime(): boolean {
    const now = performance.now();
    if (this.beganAt === undefined) {
      this.beganAt = now;
      setImmediate(this.nextTurn);
    }
    return now - this.beganAt < TURN_MS_MAX;
  }

  private readonly nextTurn = (): void => {
    this.beganAt = undefined;
    while (!this.waiting.isEmpty && this.hasTime()) this.waiting.take()?.();
  };
}
