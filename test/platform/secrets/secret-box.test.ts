import { describe, expect, test } from '@jest/globals';
import { SecretBox } from '../../../src/platform/secrets/secret-box.ts';

const box = new SecretBox(['passphrase of today']);

/** Changes the part of the text at `index`: name of the key, nonce, tag, sealed text. */
function withPart(sealed: string, index: number, change: (part: string) => string): string {
  return sealed
    .split('.')
    .map((part, nth) => (nth === index ? change(part) : part))
    .join('.');
}

const flip = (part: string) => `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;

describe('a sealed secret', () => {
  test('opens in its own place, and looks different each time', () => {
    const sealed = ['', 'a', 'segredo 🎁', 'x'.repeat(10_000)].map((secret) => [secret, box.seal(secret, 'row')]);
    for (const [secret = '', text = ''] of sealed) {
      expect(box.open(text, 'row')).toBe(secret);
      expect(box.seal(secret, 'row')).not.toBe(text);
      expect(() => box.open(text, 'another row')).toThrow(/authenticate/);
    }
  });

  test('opens after the passphrase was changed, as long as the previous one is given', () => {
    const sealed = box.seal('secret', 'row');
    const changed = new SecretBox(['passphrase of tomorrow', 'passphrase of today']);
    expect(changed.open(sealed, 'row')).toBe('secret');
    expect(() => new SecretBox(['passphrase of tomorrow']).open(sealed, 'row')).toThrow('SECRETS_KEY');
    expect(() => box.open(changed.seal('secret', 'row'), 'row')).toThrow('SECRETS_KEY');
  });

  test.each([
    ['its nonce', 1, flip],
    ['its tag', 2, flip],
    ['its text', 3, flip],
    ['its tag, which is cut to four bytes', 2, (tag: string) => tag.slice(0, 6)],
    ['its tag, which is cut to twelve bytes', 2, (tag: string) => tag.slice(0, 16)],
    ['its tag, which is left out', 2, () => ''],
  ])('does not open after a change to %s', (_what, index, change) => {
    expect(() => box.open(withPart(box.seal('secret', 'row'), index, change), 'row')).toThrow();
  });

  test.each(['', '.', 'nonsense', 'a.b.c.d'])('is not %j', (text) => {
    expect(() => box.open(text, 'row')).toThrow('SECRETS_KEY');
  });
});

test('a secret box needs a passphrase', () => {
  expect(() => new SecretBox([])).toThrow('passphrase');
});
