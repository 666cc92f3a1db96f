import type { Clock } from '../../src/kernel/clock.ts';

/** A clock that runs like the machine's, from an instant that the test chooses, and can be moved. */
export class TestClock implements Clock {
  private offsetMs = 0;
  private heldAt: Date | undefined;

  now(): Date {
    return this.heldAt ?? new Date(Date.now() + this.offsetMs);
  }

  /** Sets the clock to `instant`, from which it continues to run. */
  set(instant: string): void {
    this.offsetMs = new Date(instant).getTime() - Date.now();
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1_000;
  }

  /** Stops the clock until it is reset. */
  hold(): void {
    this.heldAt = this.now();
  }

  /** Lets a stopped clock run again, from where it was stopped. */
  release(): void {
    if (this.heldAt !== undefined) this.offsetMs = this.heldAt.getTime() - Date.now();
    this.heldAt = undefined;
  }

  /** Sets the clock back to the machine's time. */
  reset(): void {
    this.heldAt = undefined;
    this.offsetMs = 0;
  }
}
