import type { RateLimit } from './partner-rates.ts';

/** Counts by key in windows of fixed length, which all keys share. Each process counts for itself. */
export class FixedWindow {
  readonly limit: RateLimit;
  private readonly counts = new Map<string, number>();
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
