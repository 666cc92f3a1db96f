import type { Clock } from '../../src/kernel/clock.ts';

/** A clock that goes on as the machine's does, from an instant that the test chooses, and can be moved. */
export class TestClock implements Clock {
  private offsetMs = 0;
  private heldAt: Date | undefined;

  now(): Date {
    return this.heldAt ?? new Date(Date.now() + this.offsetMs);
  }

  /** Stands at `instant` from now on, and goes on from there. */
  set(instant: string): void {
    this.offsetMs = new Date(instant).getTime() - Date.now();
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1_000;
  }

  /** Stands still until it is reset. */
  hold(): void {
    this.heldAt = this.now();
  }

  /** Goes with the machine again. */
  reset(): void {
    this.heldAt = undefined;
    this.offsetMs = 0;
  }
}
