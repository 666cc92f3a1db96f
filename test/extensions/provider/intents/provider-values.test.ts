import { describe, expect, test } from '@jest/globals';
import {
  providerAmount,
  providerCurrency,
  providerDate,
  providerEnum,
  providerInstant,
  readAs,
} from '../../../../src/extensions/provider/intents/provider-values.ts';

const NOON = '2026-11-20T12:00:00.000Z';

describe('an instant of a provider', () => {
  test.each([
    NOON,
    '2026-11-20t12:00:00z',
    '2026-11-20T12:00:00',
    '2026-11-20 12:00:00Z',
    '2026-11-20T12:00:00.0000000000Z',
    '2026-11-20T12:00:00.0000000+00:00',
    '2026-11-20T12:00:00-00:00',
    '2026-11-20T09:00:00-0300',
    '2026-11-20T09:00:00-03',
    '2026-11-20T12:00Z',
    '2026-11-20T11:59:60Z',
  ])('is read as %s', (text) => {
    expect(readAs(providerInstant, text)).toBe(NOON);
  });

  test.each(['', 'noon', '2026-11-20T12:00:00+24:00', '0000-01-01T00:00:00Z', 1_795_176_000])('is not %j', (text) => {
    expect(readAs(providerInstant, text)).toBeUndefined();
  });
});

describe('a date of a provider', () => {
  test.each([
    '1990-01-31',
    '1990-01-31T00:00:00',
    '1990-01-31T00:00:00Z',
    '1990-01-31t00:00:00z',
    '1990-01-31T00:00:00.000Z',
    '1990-01-31T00:00:00+00:00',
    '1990-01-31T00:00:00.0000000-00:00',
    '1990-01-31T00:00:00-03:00',
    '1990-01-31 00:00:00',
    '1990-01-31T00:00Z',
  ])('is read as %s', (text) => {
    expect(readAs(providerDate, text)).toBe('1990-01-31');
  });

  test.each(['1990-02-31', '1990-01-31T03:00:00Z', '31/01/1990', '1990-01-31T00:00:00+0000000', ''])(
    'is not %j',
    (text) => {
      expect(readAs(providerDate, text)).toBeUndefined();
    },
  );
});

describe('an amount of a provider', () => {
  test.each([
    [100, '100.00'],
    ['100', '100.00'],
    ['1E+2', '100.00'],
    ['1.05E1', '10.50'],
    ['10.500', '10.50'],
    [0.01, '0.01'],
    ['99999999999999.99', '99999999999999.99'],
    ['9999999999999999e-2', '99999999999999.99'],
  ])('is read as %j', (reported, amount) => {
    expect(readAs(providerAmount(1), reported)).toBe(amount);
  });

  test.each([0, '0.00', '0.001', '-1', '1e14', '', 'a', null, Number.NaN])('is not %j', (reported) => {
    expect(readAs(providerAmount(1), reported)).toBeUndefined();
  });
});

test('enums and currencies are read in any case', () => {
  const colour = providerEnum({ RED: 'RED', LIGHT_BLUE: 'LIGHT_BLUE' });
  expect(['RED', 'red', 'Light_Blue', 'green'].map((text) => readAs(colour, text))).toEqual([
    ...['RED', 'RED', 'LIGHT_BLUE', undefined],
  ]);
  expect(['BRL', 'brl', 'Br1', 'real'].map((text) => readAs(providerCurrency, text))).toEqual([
    ...['BRL', 'BRL', undefined, undefined],
  ]);
});
