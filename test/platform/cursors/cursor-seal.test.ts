import { createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CursorSeal, sealedBytes } from '../../../src/platform/cursors/cursor-seal.ts';
import { cursorsOfKey } from '../../support/request-context.ts';

const SECRET = 'a secret of the tests';
const scope = { ordering: 'webhookEvents', partnerId: 'ACME_PAY', filter: '[]' };
const cursors = cursorsOfKey(SECRET).of(scope);
/** What cursors of a log hold: position, epoch and perhaps an instant. */
const place = fc.tuple(
  fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String),
  fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String),
);

describe('a sealed cursor', () => {
  test('gives back what it was made of, whatever that is, and is the same each time', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 90 })), (values) => {
        const cursor = cursors.encode(values);
        expect(cursors.decode(cursor)).toEqual(values);
        expect(cursors.encode(values)).toBe(cursor);
      }),
    );
  });

  test('has one length in a log, and shows nothing of how near two places are', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        fc.pre(String(one) !== String(other));
        const [first, second] = [cursors.encode(one), cursors.encode([...other, '2026-11-24T03:00:00.000Z'])];
        expect([first.length, second.length]).toEqual([108, 108]);
        // The key is the same, and the IV is not.
        expect(first.slice(0, 12)).not.toBe(second.slice(0, 12));
      }),
    );
  });

  test.each<[string, Partial<typeof scope>]>([
    ['another partner', { partnerId: 'BETA_PAY' }],
    ['another order', { ordering: 'pockets' }],
    ['another filter', { filter: '["1"]' }],
  ])('is none of %s', (_whose, change) => {
    const others = cursorsOfKey(SECRET).of({ ...scope, ...change });
    const values = ['1841', '2'];
    expect(others.decode(cursors.encode(values))).toBeUndefined();
    expect(others.encode(values)).not.toBe(cursors.encode(values));
  });

  test('is none of another key, and none once any character is another', () => {
    const cursor = cursors.encode(['1841', '2']);
    expect(cursorsOfKey('another secret').of(scope).decode(cursor)).toBeUndefined();
    for (let at = 0; at < cursor.length; at += 1)
      for (const other of ['A', 'B', '_', '=', ' ', 'é'].filter((character) => character !== cursor[at]))
        expect(cursors.decode(cursor.slice(0, at) + other + cursor.slice(at + 1))).toBeUndefined();
  });

  test('is what AES-256-CTR and HMAC-SHA-256 of Node make of it', () => {
    const digest = createHash('sha256').update('a scope').digest();
    const bytes = sealedBytes(new CursorSeal(7, SECRET).seal(digest, '["1841","2"]')) ?? Buffer.alloc(0);
    const [iv, sealed] = [bytes.subarray(1, 17), bytes.subarray(17)];
    const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', SECRET, '', purpose, 32));
    const text = createDecipheriv('aes-256-ctr', keyFor('cursor text'), iv).update(sealed);
    expect([bytes[0], text.toString()]).toEqual([7, '["1841","2"]'.padEnd(64)]);
    const tag = createHmac('sha256', keyFor('cursor mac')).update(digest).update(text).digest();
    expect(tag.subarray(0, 16).equals(iv)).toBe(true);
  });
});
