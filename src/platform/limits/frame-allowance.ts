import { FixedWindow } from './fixed-window.ts';
import type { RateLimit } from './partner-rates.ts';

/** Frames allowed per request of the rate limit (ours): a request takes a few frames, and an occasional ping. */
const FRAMES_PER_REQUEST = 20;
/** A frame counts once more for each of these many bytes, since it takes longer to read. */
const BYTES_PER_COUNT = 1_024;
/** Longest pause in reading, in milliseconds (ours): a socket that is not read for longer seems dead. */
const REST_MS_MAX = 5_000;

/** Limits the frames of a caller's sockets. An HTTP request can be refused; a frame can only be read later. */
export class FrameAllowance {
  private readonly window: FixedWindow | undefined;

  /** @param rate rate limit of a partner; undefined: no limit */
  constructor(rate: RateLimit | undefined) {
    this.window = rate && new FixedWindow({ ...rate, requests: rate.requests * FRAMES_PER_REQUEST });
  }

  /** Counts a frame, and returns how long its socket must not be read, in milliseconds. */
  take(owner: string, bytes: number): number {
    if (this.window === undefined) return 0;
    const isUsedUp = this.window.isFull(owner);
    this.window.count(owner, 1 + Math.floor(bytes / BYTES_PER_COUNT));
    return isUsedUp ? Math.min(REST_MS_MAX, this.window.secondsLeft * 1_000) : 0;
  }
}
