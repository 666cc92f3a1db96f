import type { ServerResponse } from 'node:http';
import { FairShares } from '../limits/fair-shares.ts';
import { FixedWindow } from '../limits/fixed-window.ts';
import type { RateLimit } from '../limits/partner-rates.ts';
import { UnreadableBody } from './unreadable-body.ts';

/** Takes bytes that have come, or says why they are not kept. */
export type TakeBytes = (bytes: number) => UnreadableBody | undefined;

export interface BodyLimitsOptions {
  /** What all bodies of the process take at most. */
  readonly memoryBytes: number;
  /** Requests of a partner; undefined: as many as it likes. */
  readonly rate: RateLimit | undefined;
}

/** Bodies up to this size are heard before they are counted, in bytes (ours): who sends them is known only then. */
export const LARGE_BYTES = 16 * 1024;
const BYTES_PER_MB = 2 ** 20;
/** Reads and mutations have a bucket each, and which it is stands in the body. */
const BUCKETS = 2;

/**
 * Bounds for bodies before anybody knows what is in them. Callers share memory for them, from the first byte until their
 * answers are out; and one has no more large ones read than it has requests. So one that sends large bodies slowly, or
 * many of them, neither fills the process nor keeps others from being heard.
 */
export class BodyLimits {
  private readonly memory: FairShares;
  private readonly memoryBytes: number;
  private readonly large: FixedWindow | undefined;

  constructor({ memoryBytes, rate }: BodyLimitsOptions) {
    this.memory = new FairShares(memoryBytes);
    this.memoryBytes = memoryBytes;
    this.large = rate && new FixedWindow({ ...rate, requests: rate.requests * BUCKETS });
  }

  /** @param owner the partner, or the address of who has no token */
  of(owner: string, response: ServerResponse): TakeBytes {
    let held = 0;
    response.once('close', () => {
      this.memory.give(owner, held);
    });
    return (bytes) => {
      if (held <= LARGE_BYTES && held + bytes > LARGE_BYTES && this.large !== undefined) {
        if (this.large.isFull(owner)) return tooMany(this.large);
        this.large.count(owner);
      }
      if (response.closed || !this.memory.mayTake(owner, bytes)) return tooManyAtOnce(this.memoryBytes);
      this.memory.take(owner, bytes);
      held += bytes;
      return undefined;
    };
  }
}

function tooMany({ limit, secondsLeft }: FixedWindow): UnreadableBody {
  const message = `${limit.requests} bodies of more than ${LARGE_BYTES / 1_024} kB are read in ${limit.seconds} s: wait ${secondsLeft} s, or send fewer at a time.`;
  return new UnreadableBody(429, 'RATE_LIMITED', message, { 'retry-after': String(secondsLeft) });
}

function tooManyAtOnce(memoryBytes: number): UnreadableBody {
  const message = `All bodies at once have ${memoryBytes / BYTES_PER_MB} MB, of one caller half of what others leave: send the same request again in a second, or fewer at a time.`;
  return new UnreadableBody(503, 'SERVICE_UNAVAILABLE', message, { 'retry-after': '1' });
}
