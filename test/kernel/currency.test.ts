import { describe, expect, test } from '@jest/globals';
import { isActiveCurrency } from '../../src/kernel/currency.ts';

describe('a currency', () => {
  test.each(['BRL', 'USD', 'EUR', 'JPY', 'GBP', 'CHF', 'ARS', 'VES', 'UYU', 'SLE', 'XCG', 'ZWG', 'XAF', 'XOF', 'XPF'])(
    '%s is active',
    (code) => {
      expect(isActiveCurrency(code)).toBe(true);
    },
  );

  test.each([
    ['brl', 'lower case'],
    ['Brl', 'mixed case'],
    [' BRL', 'a blank before'],
    ['BRL\n', 'a line break after'],
    ['BR', 'a country'],
    ['986', 'a numeric code'],
    ['R$', 'a symbol'],
    ['BRLUSD', 'two codes'],
    ['BRL USD', 'two codes'],
    ['ZZZ', 'unassigned'],
    ['XXX', 'no currency'],
    ['XTS', 'a code for tests'],
    ['XAU', 'a metal'],
    ['XAG', 'a metal'],
    ['XPT', 'a metal'],
    ['XPD', 'a metal'],
    ['BRR', 'withdrawn in 1994'],
    ['DEM', 'withdrawn in 2002'],
    ['HRK', 'withdrawn in 2023'],
    ['ANG', 'withdrawn in 2025'],
    ['BGN', 'withdrawn in 2026'],
    ['constructor', 'a name that every object has'],
    ['', 'nothing'],
  ])('%j is refused: %s', (code) => {
    expect(isActiveCurrency(code)).toBe(false);
  });
});
