import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalOfDouble, isDecimal } from '../../../../src/platform/graphql/vocabulary/decimal.ts';

describe('a decimal', () => {
  test.each(['0', '0.5', '0.00', '7', '-7', '-0.01', '10', '1234.56', '1.10', '99999999999999.99', '9'.repeat(400)])(
    'can be %s',
    (text) => {
      expect(isDecimal(text)).toBe(true);
    },
  );

  test.each([
    ['00.5', 'a leading zero'],
    ['01', 'a leading zero'],
    ['-01', 'a leading zero'],
    ['-0', 'a zero with a minus'],
    ['-0.00', 'a zero with a minus'],
    ['+1', 'a plus'],
    ['--1', 'two signs'],
    ['- 1', 'a blank inside'],
    ['1e3', 'an exponent'],
    ['1.5E-2', 'an exponent'],
    ['.5', 'nothing before the point'],
    ['5.', 'nothing behind the point'],
    ['1.2.3', 'two points'],
    ['1,5', 'a comma'],
    ['1,000.00', 'a separator of thousands'],
    ['1_000', 'another separator'],
    [' 1', 'a blank before'],
    ['1\n', 'a line break after'],
    ['0x10', 'another base'],
    ['٣', 'other digits'],
    ['Infinity', 'no end'],
    ['NaN', 'no number'],
    ['', 'nothing'],
  ])('is not %j: %s', (text) => {
    expect(isDecimal(text)).toBe(false);
  });
});

describe('a double', () => {
  test.each([
    [0, '0'],
    [1, '1'],
    [-1, '-1'],
    [0.1, '0.1'],
    [1234.56, '1234.56'],
    [0.01, '0.01'],
    [-0.5, '-0.5'],
    [0.000001, '0.000001'],
    [0.0000001, '0.0000001'],
    [999_999_999_999_999, '999999999999999'],
    [9_999_999_999_999.99, '9999999999999.99'],
    [123_456_789.012345, '123456789.012345'],
  ])('%d stands for %s', (value, text) => {
    expect(decimalOfDouble(value)).toBe(text);
  });

  test.each([
    ['99999999999999.99', 'sixteen digits'],
    ['1000000000000000', 'sixteen digits'],
    ['100000000000000000000', 'zeros that may stand for others'],
    ['9007199254740993', 'a whole number that no double holds'],
    ['0.12345678901234567', 'seventeen digits'],
    ['0.30000000000000004', 'what 0.1 and 0.2 give'],
    ['1e21', 'zeros that may stand for others'],
    ['1e999', 'no end'],
    ['-0', 'a zero with a minus'],
    ['-0.00', 'a zero with a minus'],
  ])('of the JSON number %s stands for no decimal: %s', (text) => {
    expect(decimalOfDouble(Number(text))).toBeUndefined();
  });

  test('that is NaN stands for no decimal', () => {
    expect(decimalOfDouble(NaN)).toBeUndefined();
  });

  test('preserves every decimal of at most 15 digits', () => {
    const decimals = fc.tuple(
      fc.integer({ min: -999_999_999, max: 999_999_999 }),
      fc.integer({ min: 1, max: 999_999 }),
    );
    fc.assert(
      fc.property(decimals, ([whole, fraction]) => {
        const text = `${whole}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
        expect(decimalOfDouble(Number(text))).toBe(text);
      }),
    );
  });
});
