import { describe, expect, test } from '@jest/globals';
import {
  claimOf,
  partnersWithoutSlots,
  slotsOf,
  type FreeSlots,
} from '../../../src/platform/limits/free-slots.rules.ts';

const MAX = 1_024;

/** Partners whose endpoints all hang: they claim as many slots as they can, and their calls time out. */
class Hanging {
  readonly partners: readonly string[];
  readonly takenBy = new Map<string, number>();

  constructor(count: number) {
    this.partners = Array.from({ length: count }, (_, nth) => `partner-${nth}`);
    this.take();
  }

  get slots(): FreeSlots {
    const taken = [...this.takenBy.values()].reduce((sum, calls) => sum + calls, 0);
    return { free: MAX - taken, takenBy: this.takenBy };
  }

  /** The calls of each partner time out in turn, after which all claim again as many slots as they can. */
  timeOut(): void {
    for (const partnerId of this.partners) {
      this.takenBy.delete(partnerId);
      this.take();
    }
  }

  /** Each partner in turn claims as many slots as it can. */
  private take(): void {
    for (const partnerId of this.partners)
      for (let claimed = 1; claimed > 0;) {
        claimed = claimOf(slotsOf(partnerId, this.slots));
        this.takenBy.set(partnerId, (this.takenBy.get(partnerId) ?? 0) + claimed);
      }
  }
}

describe('a partner whose calls all hang', () => {
  test('has half of the slots, and gets none until one of its calls ends', () => {
    const { slots } = new Hanging(1);
    expect(slots.takenBy.get('partner-0')).toBe(MAX / 2);
    expect(partnersWithoutSlots(slots)).toEqual(['partner-0']);
  });

  test.each([2, 5])('leaves slots to the next one, as do %i like it', (count) => {
    expect(slotsOf('another', new Hanging(count).slots)).toBeGreaterThan(0);
  });

  test('leaves slots to the next one, as do twenty like it once their calls have timed out', () => {
    const hanging = new Hanging(20);
    hanging.timeOut();
    expect(slotsOf('another', hanging.slots)).toBeGreaterThan(0);
  });
});

describe('a claim', () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [9, 5],
    [512, 256],
    [10_000, 256],
  ])('of %i free slots takes %i', (free, claimed) => {
    expect(claimOf(free)).toBe(claimed);
  });
});
