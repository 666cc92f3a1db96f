import { describe, expect, test } from '@jest/globals';
import { drawEndToEndId } from '../../src/cash-ins/end-to-end-id.value.ts';
import type { Chance } from '../../src/kernel/chance.ts';
import { systemChance } from '../../src/system.ts';

/** Chance that always draws the first or the last there is. */
function extreme(pick: 'min' | 'max'): Chance {
  return { ...systemChance, integer: (min, max) => (pick === 'min' ? min : max) };
}

describe('an end-to-end identification', () => {
  test.each([
    ['2026-11-21T12:34:56.789Z', 'min', 'E99990002202611211234AAAAAAAAAAA'],
    ['2026-11-21T12:34:56.789Z', 'max', 'E9999000220261121123499999999999'],
    ['2027-01-01T00:00:00.000Z', 'min', 'E99990002202701010000AAAAAAAAAAA'],
    ['2026-11-21T23:30:00-03:00', 'min', 'E99990002202611220230AAAAAAAAAAA'],
  ] as const)('at %s with the %s of chance is %s: the minute is that of UTC', (at, pick, id) => {
    expect(drawEndToEndId('99990002', new Date(at), extreme(pick))).toBe(id);
  });

  test('has 32 characters and is another one each time', () => {
    const at = new Date('2026-11-21T12:34:56Z');
    const drawn = Array.from({ length: 200 }, () => drawEndToEndId('99990002', at, systemChance));
    for (const id of drawn) expect(id).toMatch(/^E99990002202611211234[A-Za-z0-9]{11}$/);
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});
