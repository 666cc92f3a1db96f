import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isStorableText, jsonText, lengthInCodePoints, parseJsonObject } from '../../src/kernel/text.ts';

/** Texts of any UTF-16 code units, in which a NUL and halves of an emoji are more frequent than by chance. */
const unit = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0xd83c, 0xdfe6));
const units = fc.array(unit).map((codes) => String.fromCharCode(...codes));

/** Returns an object nested `depth` levels deep, including the outermost. */
function nested(depth: number): object {
  let value: object = {};
  for (let level = 1; level < depth; level += 1) value = level % 2 === 0 ? { value } : [value];
  return value;
}

describe('a text', () => {
  test.each([
    '',
    'São Paulo',
    '日本',
    '🏦',
    'line\r\nbreak',
    '\u202eright to left',
    "'; drop table pocket; --",
    '\ufffd',
  ])('%j can be stored', (text) => {
    expect(isStorableText(text)).toBe(true);
  });

  test.each([
    ['\0', 'a NUL'],
    ['a\0b', 'a NUL inside'],
    ['\ud83c', 'a high surrogate alone'],
    ['\udfe6', 'a low surrogate alone'],
    ['\udfe6\ud83c', 'surrogates in the wrong order'],
    ['a\ud83cb', 'half an emoji inside'],
  ])('%j cannot be stored: %s', (text) => {
    expect(isStorableText(text)).toBe(false);
  });

  test('can be stored when it survives UTF-8 and has no NUL', () => {
    fc.assert(
      fc.property(units, (text) => {
        const survives = Buffer.from(text, 'utf8').toString('utf8') === text;
        expect(isStorableText(text)).toBe(survives && !text.includes('\0'));
      }),
    );
  });

  test.each([
    ['', 0],
    ['abc', 3],
    ['🏦🏦', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 5],
  ])('%j counts %i in code points after NFC', (text, length) => {
    expect(lengthInCodePoints(text)).toBe(length);
  });
});

describe('a JSON text', () => {
  test.each([
    ['{}'],
    ['{"b":1,"a":[null,true,0.5,"é"]}'],
    ['{"__proto__":{"admin":true},"constructor":1}'],
    ['{"":""}'],
  ])('%s is what it was made from', (text) => {
    expect(jsonText(JSON.parse(text))).toBe(text);
    expect(JSON.stringify(parseJsonObject(text))).toBe(text);
  });

  test.each([
    ['a NUL in a value', { a: 'b\0' }],
    ['a NUL in a key', { 'a\0': 1 }],
    ['half an emoji in a list', { a: ['\ud83c'] }],
    ['half an emoji in a deep key', { a: [{ '\udfe6': 1 }] }],
    ['101 levels', nested(101)],
    ['100,000 levels', nested(100_000)],
  ])('cannot be made of an object with %s', (_case, value) => {
    expect(jsonText(value)).toBeUndefined();
  });

  test('can be made of an object of 100 levels', () => {
    expect(jsonText(nested(100))).toBe(JSON.stringify(nested(100)));
  });

  test('can be made of any JSON object whose texts can be stored', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        expect(jsonText(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test.each(['"text"', '1', 'null', 'true'])('%s is not an object', (text) => {
    expect(() => parseJsonObject(text)).toThrow('not an object');
  });
});
