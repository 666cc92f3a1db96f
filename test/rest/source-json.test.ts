import { expect, test } from '@jest/globals';
import { SourceJson } from '../../src/rest/source-json.ts';

/** The text of the number `amount` in what is at a way. */
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
