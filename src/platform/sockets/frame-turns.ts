/** Time spent on arriving frames in one turn of the event loop, in milliseconds (ours); further frames wait. */
const TURN_MS_MAX = 20;

/** A socket with waiting frames. */
export interface WaitingFrames {
  /** Handles some of them, and returns whether more wait. */
  readonly hearSome: () => boolean;
}

/**
 * Shares the turns of the event loop among sockets whose clients send many frames in a row. Each turn serves only one
 * waiting socket, since most of the work that a frame causes is done after the turn.
 */
export class FrameTurns {
  /** Number of the current turn. */
  nth = 0;
  /** When the first frame of this turn was handled, on the monotonic clock; undefined if none was. */
  private beganAt: number | undefined;
  private readonly queue: WaitingFrames[] = [];

  /** Whether there is time for another frame in this turn. */
  get hasTime(): boolean {
    return this.beganAt === undefined || performance.now() - this.beganAt < TURN_MS_MAX;
  }

  /** Must be called before a frame is handled: the first call of a turn schedules the next turn. */
  begin(): void {
    if (this.beganAt !== undefined) return;
    this.beganAt = performance.now();
    setImmediate(() => {
      this.next();
    });
  }

  /** Queues a socket after those that already wait. */
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
