import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signaturesOf } from '../../../src/webhooks/signing/signature.value.ts';
import { isSigningSecret, signingKeyOf, signingSecretOf } from '../../../src/webhooks/signing/signing-secret.value.ts';

/** Returns a signing secret of this many bytes. */
function secretOf(bytes: number): string {
  return signingSecretOf(Buffer.alloc(bytes, 0xfb));
}

describe('a signing secret', () => {
  test.each([
    ['24 bytes', secretOf(24), true],
    ['32 bytes', secretOf(32), true],
    ['64 bytes', secretOf(64), true],
    ['23 bytes', secretOf(23), false],
    ['65 bytes', secretOf(65), false],
    ['nothing', '', false],
    ['only a prefix', 'whsec_', false],
    ['no prefix', secretOf(32).slice('whsec_'.length), false],
    ['another prefix', secretOf(32).replace('whsec_', 'whsk_'), false],
    ['base64url', secretOf(32).replaceAll('+', '-'), false],
    ['no padding', secretOf(25).replaceAll('=', ''), false],
    ['a space within', secretOf(32).replace('whsec_', 'whsec_ '), false],
    ['a line break at the end', `${secretOf(32)}\n`, false],
  ])('of %s', (_case, text, isOne) => {
    expect(isSigningSecret(text)).toBe(isOne);
  });

  test('decodes to the key it was made of', () => {
    const key = Buffer.from('a key of twenty-four byt');
    expect(signingKeyOf(signingSecretOf(key))).toEqual(key);
  });
});

describe('a signature', () => {
  const content = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };

  test('equals that of the specification', () => {
    const key = signingKeyOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    expect(signaturesOf(content, [key])).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test.each([
    ['text beyond ASCII', '{"name":"São João 🥳"}'],
    ['nothing', ''],
    ['quotes and line breaks', '"\\"\r\n"'],
  ])('over %s is accepted by the standard library, for each of two keys', (_case, body) => {
    const timestamp = Math.floor(Date.now() / 1_000);
    const secrets = [secretOf(24), secretOf(64)];
    const signatures = signaturesOf({ id: 'msg_1', timestamp, body }, secrets.map(signingKeyOf));
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures,
    };
    for (const secret of secrets)
      expect(() => new Webhook(secret).verify(body, headers, { jsonParse: false })).not.toThrow();
    expect(() => new Webhook(secretOf(32)).verify(body, headers)).toThrow('No matching signature found');
    expect(() => new Webhook(secretOf(24)).verify(`${body} `, headers)).toThrow('No matching signature found');
  });
});
