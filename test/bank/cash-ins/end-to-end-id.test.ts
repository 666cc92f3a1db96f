import { describe, expect, test } from '@jest/globals';
import { drawEndToEndId } from '../../../src/bank/cash-ins/end-to-end-id.value.ts';
import type { Random } from '../../../src/kernel/random.ts';
import { systemRandom } from '../../../src/platform/system.ts';

/** Returns a random source that always draws the smallest or the largest number. */
function extreme(pick: 'min' | 'max'): Random {
  return { ...systemRandom, integer: (min, max) => (pick === 'min' ? min : max) };
}

describe('an end-to-end identification', () => {
  test.each([
    ['2026-11-21T12:34:56.789Z', 'min', 'E99990002202611211234AAAAAAAAAAA'],
    ['2026-11-21T12:34:56.789Z', 'max', 'E9999000220261121123499999999999'],
    ['2027-01-01T00:00:00.000Z', 'min', 'E99990002202701010000AAAAAAAAAAA'],
    ['2026-11-21T23:30:00-03:00', 'min', 'E99990002202611220230AAAAAAAAAAA'],
  ] as const)('at %s with the %s random draw is %s: the minute is that of UTC', (at, pick, id) => {
    expect(drawEndToEndId('99990002', new Date(at), extreme(pick))).toBe(id);
  });

  test('has 32 characters and is different each time', () => {
    const at = new Date('2026-11-21T12:34:56Z');
    const drawn = Array.from({ length: 200 }, () => drawEndToEndId('99990002', at, systemRandom));
    for (const id of drawn) expect(id).toMatch(/^E99990002202611211234[A-Za-z0-9]{11}$/);
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});
