import { describe, expect, test } from '@jest/globals';
import { AnonymousRates } from '../../../src/platform/limits/anonymous-rates.ts';

/** The longest window that a setting accepts, so that none ends during the test. */
const SECONDS = 99_999;
const ADDRESSES = 30_000;
/** Addresses that a process remembers, in this release. */
const REMEMBERED = 10_000;

describe('callers without a token, limited by address only', () => {
  const rates = new AnonymousRates({ all: undefined, address: { requests: 1, seconds: SECONDS } });
  const isRefused = (address: number) => rates.take(`2001:db8:${address.toString(16)}:0`) !== undefined;

  test('are remembered up to a bound, however many addresses they come from, and none is refused for it', () => {
    const addresses = Array.from({ length: ADDRESSES }, (_, nth) => nth);
    expect(addresses.filter(isRefused)).toEqual([]);
    let remembered = 0;
    while (remembered < ADDRESSES && isRefused(ADDRESSES - 1 - remembered)) remembered += 1;
    expect(remembered).toBe(REMEMBERED);
  });

  test('stay limited if they keep sending while others come and go', () => {
    const [first, ...others] = Array.from({ length: ADDRESSES }, (_, nth) => ADDRESSES + nth);
    expect(isRefused(first ?? 0)).toBe(false);
    expect(others.filter((other) => isRefused(other) || !isRefused(first ?? 0))).toEqual([]);
  });
});
