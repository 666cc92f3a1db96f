import { describe, expect, test } from '@jest/globals';
import { amountOf } from '../../src/kernel/money.ts';

describe('an amount of money', () => {
  test.each([
    ['0.01', 1, '0.01'],
    ['0.1', 1, '0.10'],
    ['1', 1, '1.00'],
    ['10.5', 1, '10.50'],
    ['1234.56', 1, '1234.56'],
    ['99999999999999.99', 1, '99999999999999.99'],
    ['99999999999999.99', Number.MAX_SAFE_INTEGER, '99999999999999.99'],
    ['0', 0, '0.00'],
    ['0.0', 0, '0.00'],
    ['0.05', 5, '0.05'],
  ])('%s from %d cents on is %s', (decimal, minimumCents, amount) => {
    expect(amountOf(decimal, minimumCents)).toBe(amount);
  });

  test.each([
    ['0', 1, 'nothing'],
    ['0.00', 1, 'nothing'],
    ['0.04', 5, 'too little'],
    ['0.99', 100, 'too little'],
    ['-1', 0, 'less than nothing'],
    ['-0.01', 0, 'less than nothing'],
    ['0.001', 0, 'three decimals'],
    ['1.000', 0, 'three decimals, even zeros'],
    ['0.010', 1, 'three decimals, even zeros'],
    ['100000000000000', 0, 'a cent above the most'],
    ['100000000000000.00', 0, 'a cent above the most'],
    ['99999999999999.999', 0, 'rounded it would be more than the most'],
    ['9'.repeat(10_000), 0, 'a long way above'],
  ])('is not %s from %d cents on: %s', (decimal, minimumCents) => {
    expect(amountOf(decimal, minimumCents)).toBeUndefined();
  });
});
