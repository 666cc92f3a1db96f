import { describe, expect, test } from '@jest/globals';
import { durationText } from '../../../src/kernel/duration.ts';
import { Output } from '../../../src/platform/byte-pages/json-output.ts';

function durationIn(text: string): string {
  const [out, bytes] = [new Output(1_024), Buffer.from(`ab${text}cd`)];
  out.duration(bytes, 2, bytes.length - 2);
  return out.bytes.toString('latin1', 0, out.length);
}

describe('durations written from the text of microseconds', () => {
  const edges = [0, 9, 10, 999_999, 1_000_000, 59_999_999, 60_000_000, 3_599_999_999, 3_600_000_000, 86_400_000_000];
  const others = Array.from({ length: 500 }, (_, nth) => Math.floor(1.05 ** nth * 7) + nth).filter(
    Number.isSafeInteger,
  );

  test('are as the scalar formats them', () => {
    const all = [...edges, ...others];
    expect(all.map((microseconds) => durationIn(String(microseconds)))).toEqual(
      all.map((microseconds) => JSON.stringify(durationText(microseconds))),
    );
  });

  test('long ones are read from the exponent of PostgreSQL', () => {
    expect(durationIn('1e+15')).toBe(JSON.stringify(durationText(1e15)));
  });

  test.each(['-1', '1.5', 'x'])('%j is refused', (text) => {
    expect(() => durationIn(text)).toThrow('whole number');
  });
});
