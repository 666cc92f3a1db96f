import { describe, expect, test } from '@jest/globals';
import { providerJson } from '../../../src/provider/calls/provider-json.ts';

describe('a JSON text of the provider', () => {
  test.each<[string, unknown]>([
    ['99999999999999.99', '99999999999999.99'],
    ['9007199254740993', '9007199254740993'],
    ['10.50', 10.5],
    ['0.10', 0.1],
    ['-3.00', -3],
    ['1e3', 1000],
    ['"10.50"', '10.50'],
    ['{"details":{"limit":3}}', { details: { limit: 3 } }],
    [`0.${'0'.repeat(40)}1`, `0.${'0'.repeat(40)}1`],
  ])('%s', (text, expected) => {
    expect(providerJson(text)).toEqual(expected);
  });

  test('is undefined if it is not valid', () => {
    expect(providerJson('<html>')).toBeUndefined();
    expect(providerJson('')).toBeUndefined();
  });
});
