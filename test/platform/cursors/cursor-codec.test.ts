import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CursorCodec } from '../../../src/platform/cursors/cursor-codec.ts';

const SECRET = 'the secret of an installation';
const scope = { ordering: 'webhookEvents', partnerId: 'ACME_PAY', filter: '[]' };
const cursors = new CursorCodec(SECRET).of(scope);
const VALUES = ['2026-11-20 12:00:00.123+00', '019e9a3a-b800-7759-ba74-46910ed0d763'];
const anyValues = fc.array(fc.string({ unit: 'binary', maxLength: 90 }), { minLength: 1 });

/** Returns the values as PostgreSQL sends them, with something before and after them. */
function fieldsOf(values: readonly string[]): Buffer {
  const fields = values.flatMap((value) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(Buffer.byteLength(value));
    return [length, Buffer.from(value)];
  });
  return Buffer.concat([Buffer.from('before'), ...fields, Buffer.from('after')]);
}

describe('a cursor', () => {
  test('decodes to the values that it was made of, and is the same each time and in each process', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const cursor = cursors.encode(values);
        expect(cursors.decode(cursor)).toEqual(values);
        expect(new CursorCodec(SECRET).of(scope).encode(values)).toBe(cursor);
      }),
    );
  });

  test('is the same whether it is made of values or of the bytes of a row', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const bytes = fieldsOf(values);
        expect(cursors.encodeFields(bytes, 'before'.length, bytes.length - 'after'.length)).toBe(
          cursors.encode(values),
        );
      }),
    );
  });

  test('holds nothing but its values, in any encoding of base64url', () => {
    const shown = Buffer.from(cursors.encode(VALUES).slice(0, -16), 'base64url').toString();
    expect(shown).toBe(`\0\0\0\x1a${VALUES.join('\0\0\0$')}`);
    expect(cursors.encode(VALUES)).toMatch(/^[\w-]+$/);
  });

  test.each<[string, Partial<typeof scope>]>([
    ['another partner', { partnerId: 'BETA_PAY' }],
    ['another ordering', { ordering: 'pockets' }],
    ['another filter', { filter: '["1"]' }],
  ])('is not a cursor of %s', (_case, change) => {
    const others = new CursorCodec(SECRET).of({ ...scope, ...change });
    expect(others.decode(cursors.encode(VALUES))).toBeUndefined();
    expect(others.encode(VALUES)).not.toBe(cursors.encode(VALUES));
  });

  test('is invalid in another installation, and when any character is changed, removed or added', () => {
    const cursor = cursors.encode(VALUES);
    expect(new CursorCodec('another secret').of(scope).decode(cursor)).toBeUndefined();
    for (let at = 0; at < cursor.length; at += 1) {
      const [before, after] = [cursor.slice(0, at), cursor.slice(at + 1)];
      const others = ['', 'A', 'B', '_', '=', ' ', 'é', `${cursor.charAt(at)}A`, `=${cursor.charAt(at)}`];
      for (const other of others.filter((text) => text !== cursor[at]))
        expect(cursors.decode(before + other + after)).toBeUndefined();
    }
  });

  test('is no other text: not a part of one, two of them, or nothing', () => {
    const [one, other] = [cursors.encode(['1']), cursors.encode(['2'])];
    const made = [
      one + other,
      one.slice(0, -16) + other.slice(-16),
      one.slice(0, -16),
      one.slice(-16),
      '',
      '=',
      '\uD800',
    ];
    expect(made.map((text) => cursors.decode(text))).toEqual(made.map(() => undefined));
  });
});
