import { describe, expect, test } from '@jest/globals';
import { providerAnswer, providerJson } from '../../../../src/extensions/provider/calls/provider-json.ts';

describe('a JSON text of the provider', () => {
  test.each<[string, unknown]>([
    ['99999999999999.99', '99999999999999.99'],
    ['9007199254740993', '9007199254740993'],
    ['10.50', 10.5],
    ['0.10', 0.1],
    ['-3.00', -3],
    ['1e3', 1000],
    ['1E+2', 100],
    ['1.05E1', 10.5],
    ['9999999999999999e-2', '9999999999999999e-2'],
    ['1e400', '1e400'],
    ['"10.50"', '10.50'],
    ['{"details":{"limit":3}}', { details: { limit: 3 } }],
    [`0.${'0'.repeat(40)}1`, 1e-41],
    ['9'.repeat(100_000), '9'.repeat(100_000)],
  ])('%s', (text, expected) => {
    expect(providerJson(text)).toEqual(expected);
  });

  test('is undefined if it is not valid', () => {
    expect(providerJson('<html>')).toBeUndefined();
    expect(providerJson('')).toBeUndefined();
  });
});

test('characters that cannot be stored are replaced in an answer', () => {
  const text = String.raw`{"a\u0000":["\ud800 \ud83d\ude00","\\u0000"],"amount":99999999999999.99}`;
  expect(providerAnswer(text)).toEqual({ 'a\ufffd': ['\ufffd \u{1f600}', '\\u0000'], amount: '99999999999999.99' });
  expect(providerAnswer(String.raw`{"a\u0000"`)).toBeUndefined();
});
