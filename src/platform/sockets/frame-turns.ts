/** Time for frames as they come in one turn of the event loop, in milliseconds (ours): what comes later waits. */
const TURN_MS_MAX = 20;

/** A socket whose frames wait. */
export interface WaitingFrames {
  /** Hears some of them, and says whether more wait. */
  readonly hearSome: () => boolean;
}

/**
 * Shares the turns of the event loop among sockets whose clients send many frames in a row: one of those that wait has
 * each turn, since what a frame asks for is mostly done after it.
 */
export class FrameTurns {
  /** Counts the turns. */
  nth = 0;
  /** When a frame was heard first in this turn, on the monotonic clock; undefined: none was. */
  private beganAt: number | undefined;
  private readonly queue: WaitingFrames[] = [];

  /** Whether there is time for another frame in this turn. */
  get hasTime(): boolean {
    return this.beganAt === undefined || performance.now() - this.beganAt < TURN_MS_MAX;
  }

  /** A frame is heard: the next turn is another one. */
  begin(): void {
    if (this.beganAt !== undefined) return;
    this.beganAt = performance.now();
    setImmediate(() => {
      this.next();
    });
  }

  /** Gives a socket its turn after those that wait already. */
  put(frames: WaitingFrames): void {
    this.queue.push(frames);
    this.begin();
  }

  private next(): void {
    this.nth += 1;
    this.beganAt = undefined;
    const frames = this.queue.shift();
    if (frames?.hearSome() === true) this.queue.push(frames);
    if (this.queue.length > 0) this.begin();
  }
}
