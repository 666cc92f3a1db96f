/** Reproducible randomness: the same seed gives the same sequence (mulberry32). */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  integer(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  /** Returns the members in random order. */
  shuffled<Member>(members: readonly Member[]): Member[] {
    return members
      .map((member) => ({ member, order: this.fraction() }))
      .sort((one, other) => one.order - other.order)
      .map(({ member }) => member);
  }
}
