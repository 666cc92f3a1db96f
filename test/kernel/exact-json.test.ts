import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isExact, parseExact, plainNumber } from '../../src/kernel/exact-json.ts';

describe('a number', () => {
  test.each([
    ['0', '0'],
    ['-0', '-0'],
    ['0.00', '0'],
    ['0e999999999', '0'],
    ['10.50', '10.5'],
    ['1E+2', '100'],
    ['1.05E1', '10.5'],
    ['100e-2', '1'],
    ['-1.5e-3', '-0.0015'],
    ['9999999999999999e-2', '99999999999999.99'],
    ['1e799', `1${'0'.repeat(799)}`],
    ['9'.repeat(800), '9'.repeat(800)],
  ])('%s is %s', (source, plain) => {
    expect(plainNumber(source)).toBe(plain);
  });

  test.each(['1e800', '1e-800', '1e999999999999999999999', '9'.repeat(801), '', '1.', '.5', '+1', '1e', 'NaN', '0x1'])(
    '%s is not looked at',
    (source) => {
      expect(plainNumber(source)).toBeUndefined();
    },
  );

  test('has one plain form, however it is written', () => {
    const parts = fc.tuple(fc.bigInt(1n, 10n ** 20n), fc.integer({ min: 0, max: 20 }), fc.integer({ min: -9, max: 9 }));
    fc.assert(
      fc.property(parts, ([digits, decimals, shift]) => {
        const padded = String(digits).padStart(decimals + 1, '0');
        const at = padded.length - decimals;
        const [whole, fraction] = [padded.slice(0, at), padded.slice(at)];
        const plain = fraction === '' ? whole : `${whole}.${fraction}`;
        const moved = `${digits}E${-decimals + shift}`;
        expect(plainNumber(moved)).toBe(plainNumber(`${plain}e${shift}`));
        expect(isExact(moved)).toBe(isExact(plainNumber(moved) ?? ''));
      }),
    );
  });
});

test('long numbers are read as fast as other texts of their length', () => {
  const many = `[${Array.from({ length: 300 }, () => `1${'0'.repeat(798)}1`).join(',')}]`;
  const long = `[1${'0'.repeat(250_000)}1, 0.${'0'.repeat(250_000)}1]`;
  const startedAt = performance.now();
  for (const text of [many, long]) expect(parseExact(text)).toContainEqual(NaN);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('a byte order mark is no part of a JSON text', () => {
  expect(parseExact('\uFEFF{"a":1}')).toEqual({ a: 1 });
  expect(() => parseExact('\uFEFF\uFEFF{}')).toThrow(SyntaxError);
});
