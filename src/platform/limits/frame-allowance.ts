import { FixedWindow } from './fixed-window.ts';
import type { RateLimit } from './partner-rates.ts';

/** Frames that a caller is heard for each request that it has (ours): each takes a few, and a ping now and then. */
const FRAMES_PER_REQUEST = 20;
/** A frame counts once more for so many of its bytes: it takes longer to read. */
const BYTES_PER_COUNT = 1_024;
/** Longest rest, in milliseconds (ours): a socket that is not read for longer seems dead. */
const REST_MS_MAX = 5_000;

/** How many frames the sockets of a caller are heard. Over HTTP a request is refused; a frame has come once it is read. */
export class FrameAllowance {
  private readonly window: FixedWindow | undefined;

  /** @param rate requests of a partner; undefined: as many as it likes */
  constructor(rate: RateLimit | undefined) {
    this.window = rate && new FixedWindow({ ...rate, requests: rate.requests * FRAMES_PER_REQUEST });
  }

  /** Counts a frame, and says how long its socket is not to be read, in milliseconds. */
  take(owner: string, bytes: number): number {
    if (this.window === undefined) return 0;
    const isUsedUp = this.window.isFull(owner);
    this.window.count(owner, 1 + Math.floor(bytes / BYTES_PER_COUNT));
    return isUsedUp ? Math.min(REST_MS_MAX, this.window.secondsLeft * 1_000) : 0;
  }
}
