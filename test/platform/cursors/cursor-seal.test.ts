import { createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AesSiv } from '../../../src/platform/cursors/aes-siv.ts';
import { CursorSeal, CursorTexts, sealedBytes, secretOfSeal } from '../../../src/platform/cursors/cursor-seal.ts';
import { cursorsOfKey } from '../../support/request-context.ts';

/** The secret of a key from before keys sealed by AES-SIV. */
const FORMER_SECRET = 'a secret of the tests';
const scope = { ordering: 'webhookEvents', partnerId: 'ACME_PAY', filter: '[]' };
/** The content of a log's cursors: position, epoch and optionally an instant. */
const place = fc.tuple(
  fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String),
  fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String),
);

describe.each([
  ['', secretOfSeal('a secret of the tests')],
  [' of a key from before AES-SIV', FORMER_SECRET],
])('a sealed cursor%s', (_form, secret) => {
  const cursors = cursorsOfKey(secret).of(scope);

  test('decodes to the values that it was made of, and is the same each time', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 90 })), (values) => {
        const cursor = cursors.encode(values);
        expect(cursors.decode(cursor)).toEqual(values);
        expect(cursors.encode(values)).toBe(cursor);
      }),
    );
  });

  test('has the same length throughout a log, and does not reveal how close two positions are', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        fc.pre(String(one) !== String(other));
        const [first, second] = [cursors.encode(one), cursors.encode([...other, '2026-11-24T03:00:00.000Z'])];
        expect([first.length, second.length]).toEqual([108, 108]);
        // The id of the key is the same, but the IV is not.
        expect(first.slice(0, 12)).not.toBe(second.slice(0, 12));
      }),
    );
  });

  test.each<[string, Partial<typeof scope>]>([
    ['another partner', { partnerId: 'BETA_PAY' }],
    ['another ordering', { ordering: 'pockets' }],
    ['another filter', { filter: '["1"]' }],
  ])('is not a cursor of %s', (_case, change) => {
    const others = cursorsOfKey(secret).of({ ...scope, ...change });
    const values = ['1841', '2'];
    expect(others.decode(cursors.encode(values))).toBeUndefined();
    expect(others.encode(values)).not.toBe(cursors.encode(values));
  });

  test('is invalid under another key, and when any character is changed', () => {
    const cursor = cursors.encode(['1841', '2']);
    expect(cursorsOfKey('another secret').of(scope).decode(cursor)).toBeUndefined();
    for (let at = 0; at < cursor.length; at += 1)
      for (const other of ['A', 'B', '_', '=', ' ', 'é'].filter((character) => character !== cursor[at]))
        expect(cursors.decode(cursor.slice(0, at) + other + cursor.slice(at + 1))).toBeUndefined();
  });

  test('is the same whether it is made separately or with those of its page', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'binary', maxLength: 40 })), { maxLength: 60 }), (rows) => {
        const texts = new CursorTexts(rows.length);
        for (const values of rows) texts.add(values);
        expect(cursors.encodeAll(texts)).toEqual(rows.map((values) => cursors.encode(values)));
      }),
    );
  });
});

describe('the seal', () => {
  test('is the AES-SIV of OpenSSL', () => {
    const key = Buffer.from('fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', 'hex');
    const data = Buffer.from('101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f', 'hex');
    const text = Uint8Array.from(Buffer.from('112233445566778899aabbccddee0011'.repeat(4), 'hex'));
    const siv = new AesSiv(key);
    const iv = siv.seal(siv.for(data), new Uint32Array(text.buffer), 4);
    const hex = (bytes: ArrayBufferLike) => Buffer.from(bytes).toString('hex');
    // EVP_CIPHER AES-128-SIV of OpenSSL 3.
    expect(hex(iv.buffer)).toBe('1e41ed2414de10238c81f35a51f015cb');
    expect(hex(text.buffer)).toBe(
      'db8a645d97e434b03fec6598574dd96ecdbe77f90c9a7e671d5246a338fc74ae6deb4ed0e5c40d1134c0541af8e8f810dd60c7d1518897b29f66eec29fcfdc5b',
    );
  });

  test('of a key from before AES-SIV is made with AES-256-CTR and HMAC-SHA-256', () => {
    const digest = createHash('sha256').update('a scope').digest();
    const bytes = sealedBytes(new CursorSeal(7, FORMER_SECRET).seal(digest, '["1841","2"]')) ?? Buffer.alloc(0);
    const [iv, sealed] = [bytes.subarray(1, 17), bytes.subarray(17)];
    const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', FORMER_SECRET, '', purpose, 32));
    const text = createDecipheriv('aes-256-ctr', keyFor('cursor text'), iv).update(sealed);
    expect([bytes[0], text.toString()]).toEqual([7, '["1841","2"]'.padEnd(64)]);
    const tag = createHmac('sha256', keyFor('cursor mac')).update(digest).update(text).digest();
    expect(tag.subarray(0, 16).equals(iv)).toBe(true);
  });
});
