import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long statements of the embedded database may follow each other in one turn of the event loop, in milliseconds. */
const TURN_MS = 10;

/**
 * The turn of the event loop that is running. The embedded database works in this very thread: statements that wait for
 * each other would follow in one turn, and requests, sockets and timers would have theirs when all are done.
 */
export class LoopTurn {
  private beganAt: number | undefined;

  /** Ends in this turn while it is young, else in the next one. */
  async takePart(): Promise<void> {
    if (this.beganAt !== undefined && performance.now() - this.beganAt > TURN_MS) await nextTurn();
    if (this.beganAt !== undefined) return;
    this.beganAt = performance.now();
    setImmediate(() => (this.beganAt = undefined));
  }
}
