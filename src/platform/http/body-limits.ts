import type { ServerResponse } from 'node:http';
import { FixedWindow } from '../limits/fixed-window.ts';
import { HeldFor, Hold, type Ledger } from '../limits/ledger.ts';
import type { RateLimit } from '../limits/partner-rates.ts';
import { UnreadableBody } from './unreadable-body.ts';

/** Memory for one body. */
export interface BodyMemory {
  /** Accepts received bytes, or returns why they are refused. */
  readonly take: (bytes: number) => UnreadableBody | undefined;
  /** Releases all bytes: they are not kept any more. */
  readonly release: () => void;
}

export interface BodyLimitsOptions {
  readonly ledger: Ledger;
  /** Requests of a partner; undefined: unlimited. */
  readonly rate: RateLimit | undefined;
}

/** Larger bodies are counted for their caller as they arrive, in bytes (ours); others only count as requests. */
export const LARGE_BYTES = 16 * 1024;
export const BYTES_PER_MB = 2 ** 20;
/** Reads and mutations have a bucket each; which one applies is known only from the body. */
const BUCKETS = 2;

/**
 * Limits for bodies before their content is known. Each is held from its first byte until its response is sent, and a
 * caller can send no more large ones than it has requests. A caller that sends large bodies slowly, or many of them,
 * neither fills the memory nor blocks others.
 */
export class BodyLimits {
  readonly ledger: Ledger;
  private readonly large: FixedWindow | undefined;

  constructor({ ledger, rate }: BodyLimitsOptions) {
    this.ledger = ledger;
    this.large = rate && new FixedWindow({ ...rate, requests: rate.requests * BUCKETS });
  }

  /** @param owner the partner, or the address of a caller without a token */
  of(owner: string, response: ServerResponse): BodyMemory {
    const hold = new Hold(this.ledger, owner, HeldFor.BODIES);
    response.once('close', hold.release);
    const take = (bytes: number) => {
      if (hold.bytes <= LARGE_BYTES && hold.bytes + bytes > LARGE_BYTES && this.large !== undefined) {
        if (this.large.isFull(owner)) return tooMany(this.large);
        this.large.count(owner);
      }
      return !response.closed && hold.take(bytes) ? undefined : tooManyAtOnce(this.ledger.memoryBytes);
    };
    return { take, release: hold.release };
  }
}

function tooMany({ limit, secondsLeft }: FixedWindow): UnreadableBody {
  const message = `At most ${limit.requests} bodies of more than ${LARGE_BYTES / 1_024} kB are accepted in ${limit.seconds} s: wait ${secondsLeft} s, or send fewer at a time.`;
  return new UnreadableBody(429, 'RATE_LIMITED', message, { 'retry-after': String(secondsLeft) });
}

function tooManyAtOnce(memoryBytes: number): UnreadableBody {
  const message = `Concurrent request bodies are limited to ${memoryBytes / BYTES_PER_MB} MB, and those of one caller to half of what others leave free: send the same request again in a second, or fewer at a time.`;
  return new UnreadableBody(503, 'SERVICE_UNAVAILABLE', message, { 'retry-after': '1' });
}
