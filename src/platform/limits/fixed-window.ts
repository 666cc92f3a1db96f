import { LRUCache } from 'lru-cache';
import type { RateLimit } from './partner-rates.ts';

/**
 * Most keys that are counted at once (ours): callers without a token choose theirs, an IPv6 network for example. Beyond
 * it the key that was used least recently starts at 0 again: a caller with more networks than this has no limit by
 * network anyway, and refusing new ones would lock out all others.
 */
const KEYS_MAX = 10_000;

/** Counts by key in windows of fixed length, which all keys share. Each process counts for itself. */
export class FixedWindow {
  readonly limit: RateLimit;
  private readonly counts = new LRUCache<string, number>({ max: KEYS_MAX });
  /** On the monotonic clock, in milliseconds. */
  private endsAt = 0;

  constructor(limit: RateLimit) {
    this.limit = limit;
  }

  get secondsLeft(): number {
    return Math.max(1, Math.ceil((this.endsAt - performance.now()) / 1_000));
  }

  isFull(key: string): boolean {
    const now = performance.now();
    if (now >= this.endsAt) {
      this.counts.clear();
      this.endsAt = now + this.limit.seconds * 1_000;
    }
    return (this.counts.get(key) ?? 0) >= this.limit.requests;
  }

  count(key: string, amount = 1): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + amount);
  }
}
