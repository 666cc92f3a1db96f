import { expect, test } from '@jest/globals';
import { SourceJson } from '../../../src/extensions/rest/source-json.ts';

/** Returns the text of the number `amount` in the object at a path; undefined if there is none. */
function amountAt(body: SourceJson, way: string): string | undefined {
  const holder = way.split('/').reduce<unknown>((value, name) => Reflect.get(Object(value), name), body.value);
  return typeof holder === 'object' && holder !== null ? body.numberText(holder, 'amount') : undefined;
}

test('the text of a number is that of its own object, wherever it is', () => {
  const body = new SourceJson(
    `{"a": {"amount": 99999999999999.99}, "b": [{"amount": 1.10}, {"amount": 2.0}], "a.b": {"amount": 3.00},
      "__proto__": {"amount": 4.0}, "twice": {"amount": 5.0}, "twice": {"amount": 6.00, "amount": 7.0}, "text": {"amount": "8.0"}}`,
  );
  const ways = ['a', 'b/0', 'b/1', 'a.b', '__proto__', 'twice', 'text'];
  expect(ways.map((way) => amountAt(body, way))).toEqual([
    '99999999999999.99',
    ...['1.10', '2.0', '3.00', '4.0', '7.0', undefined],
  ]);
});

test.each([
  '12345678901234567890',
  '-9007199254740993',
  '1.00000000000000000001',
  '1e400',
  '1e-400',
  '0.12345678901234567',
])('a number that changes in a round trip is found: %s', (text) => {
  const body = new SourceJson(`{"a": [1, {"b": ${text}}]}`);
  expect(body.wayToAltered(Object(body.value))).toBe('.a.1.b');
});

test.each([
  '1234567890123456000',
  '9007199254740992',
  '1.5000000000000000',
  '0.30000000000000004',
  '1.20e+100',
  '-0.0e999',
])('a number that survives a round trip passes: %s', (text) => {
  const body = new SourceJson(`{"a": [1, {"b": ${text}}], "c": "12345678901234567890"}`);
  expect(body.wayToAltered(Object(body.value))).toBeUndefined();
});
