import { describe, expect, test } from '@jest/globals';
import {
  claimOf,
  partnersWithoutSlots,
  slotsOf,
  type FreeSlots,
} from '../../../src/webhooks/deliveries/free-slots.rules.ts';

const MAX = 1_024;

/** Partners whose endpoints all hang: they take what they may, claim after claim, and their calls end by themselves. */
class Hanging {
  readonly partners: readonly string[];
  readonly takenBy = new Map<string, number>();

  constructor(count: number) {
    this.partners = Array.from({ length: count }, (_, nth) => `partner-${nth}`);
    this.take();
  }

  get places(): FreeSlots {
    const taken = [...this.takenBy.values()].reduce((sum, calls) => sum + calls, 0);
    return { free: MAX - taken, takenBy: this.takenBy };
  }

  /** The calls of each partner end after their time, and all take again what they may. */
  timeOut(): void {
    for (const partnerId of this.partners) {
      this.takenBy.delete(partnerId);
      this.take();
    }
  }

  /** Whoever comes first takes all that it may. */
  private take(): void {
    for (const partnerId of this.partners)
      for (let places = 1; places > 0;) {
        places = claimOf(slotsOf(partnerId, this.places));
        this.takenBy.set(partnerId, (this.takenBy.get(partnerId) ?? 0) + places);
      }
  }
}

describe('a partner whose calls all hang', () => {
  test('has half of the places, and none until one of its calls ends', () => {
    const { places } = new Hanging(1);
    expect(places.takenBy.get('partner-0')).toBe(MAX / 2);
    expect(partnersWithoutSlots(places)).toEqual(['partner-0']);
  });

  test.each([2, 5])('leaves places to the next, and %i like it do', (count) => {
    expect(slotsOf('another', new Hanging(count).places)).toBeGreaterThan(0);
  });

  test('leaves places to the next, and twenty like it do once their calls have timed out', () => {
    const hanging = new Hanging(20);
    hanging.timeOut();
    expect(slotsOf('another', hanging.places)).toBeGreaterThan(0);
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
  ])('of %i places takes %i', (places, claimed) => {
    expect(claimOf(places)).toBe(claimed);
  });
});
