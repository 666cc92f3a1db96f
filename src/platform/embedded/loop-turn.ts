import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long statements may follow each other in one turn of the event loop, in milliseconds. */
const TURN_MS = 10;

/**
 * The current turn of the event loop. The embedded database runs in this thread: statements that wait for each other
 * would follow in one turn, and starve requests, sockets and timers until all are done.
 */
export class LoopTurn {
  private beganAt: number | undefined;

  /** Resolves in this turn if that has just begun, otherwise in the next one. */
  async takePart(): Promise<void> {
    if (this.beganAt !== undefined && performance.now() - this.beganAt > TURN_MS) await nextTurn();
    if (this.beganAt !== undefined) return;
    this.beganAt = performance.now();
    setImmediate(() => (this.beganAt = undefined));
  }
}
