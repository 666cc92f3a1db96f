import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signatureProblem } from '../../../../src/extensions/provider/events/event-signature.value.ts';

/** Source: the example of the Standard Webhooks libraries; openssl gives the same. */
const PUBLISHED = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const uri = 'https://gateway.example/provider/events';

interface Changes {
  readonly secret?: string;
  readonly id?: string;
  readonly timestamp?: number | string;
  readonly body?: string;
  readonly signature?: string;
  readonly now?: number;
}

function standard(changes: Changes = {}) {
  const { secret, id, timestamp, body, signature, now = 1614265330 } = { ...PUBLISHED, ...changes };
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
  return signatureProblem({ headers, uri, body }, { publicKey: 'pk', secret }, new Date(now * 1_000));
}

describe('Standard Webhooks', () => {
  test.each<[string, Changes]>([
    ['as published', {}],
    ['300 s late', { now: PUBLISHED.timestamp + 300 }],
    ['300 s early', { now: PUBLISHED.timestamp - 300 }],
    ['beside one of another key', { signature: `v1,${'A'.repeat(43)}= ${PUBLISHED.signature}` }],
    ['beside one of another version', { signature: `v2,${'A'.repeat(43)}= ${PUBLISHED.signature}` }],
  ])('accepts the vector %s', (_what, changes) => {
    expect(standard(changes)).toBeUndefined();
  });

  test.each<[string, Changes, 'TIME' | 'SIGNATURE']>([
    ['301 s late', { now: PUBLISHED.timestamp + 301 }, 'TIME'],
    ['301 s early', { now: PUBLISHED.timestamp - 301 }, 'TIME'],
    ['with another id', { id: 'msg_other' }, 'SIGNATURE'],
    ['with another timestamp', { timestamp: PUBLISHED.timestamp + 1 }, 'SIGNATURE'],
    ['with an invalid timestamp', { timestamp: 'now' }, 'SIGNATURE'],
    ['with one space less', { body: '{"test":2432232314}' }, 'SIGNATURE'],
    ['by another key', { secret: `whsec_${Buffer.alloc(24, 1).toString('base64')}` }, 'SIGNATURE'],
    ['of another version', { signature: PUBLISHED.signature.replace('v1', 'v1a') }, 'SIGNATURE'],
    ['without its version', { signature: PUBLISHED.signature.replace('v1,', '') }, 'SIGNATURE'],
    ['cut off', { signature: PUBLISHED.signature.slice(0, -1) }, 'SIGNATURE'],
    ['that is empty', { signature: '' }, 'SIGNATURE'],
  ])('refuses the vector %s', (_what, changes, problem) => {
    expect(standard(changes)).toBe(problem);
  });

  test.each(['{}', '{"name":"São João","amount":99999999999999.99}', ' \n{"a":"\\u0000"} '])(
    'accepts what the library signs: %s',
    (body) => {
      const secret = `whsec_${Buffer.alloc(64, 9).toString('base64')}`;
      const signature = new Webhook(secret).sign(PUBLISHED.id, new Date(PUBLISHED.timestamp * 1_000), body);
      expect(standard({ secret, body, signature })).toBeUndefined();
      expect(standard({ secret, body: `${body} `, signature })).toBe('SIGNATURE');
    },
  );
});

describe('the scheme of the provider', () => {
  /** Made with openssl, of `pk_beta&https%3a%2f%2fgateway.example%2f…%3fa%3d%c3%a7%26b%3d%2b&1614265330&0b6a…&eyJu…`. */
  const vector = {
    uri: 'https://gateway.example/provider/events?a=ç&b=+',
    publicKey: 'pk_beta',
    secret: 'a private key of the provider',
    body: '{"name":"São"}',
    nonce: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55',
    timestamp: '1614265330',
    authorization: 'hmac kBfqSoznQ3Jhw8SD7dZ2Xiav20snRT67QyDbzzwH6FQ=',
  };

  function problemOf(changes: Partial<typeof vector> = {}, late = 0): string | undefined {
    const { nonce, timestamp: requesttimestamp, authorization, publicKey, secret, ...sent } = { ...vector, ...changes };
    const headers = { nonce, requesttimestamp, authorization };
    return signatureProblem({ headers, ...sent }, { publicKey, secret }, new Date((1614265330 + late) * 1_000));
  }

  test('accepts the vector, until 300 s later', () => {
    expect([problemOf(), problemOf({}, 300), problemOf({}, 301), problemOf({}, -301)]).toEqual([
      undefined,
      undefined,
      'TIME',
      'TIME',
    ]);
    expect(problemOf({ authorization: vector.authorization.replace('hmac', 'HMAC') })).toBeUndefined();
  });

  test.each<[string, Partial<typeof vector>]>([
    ['another address', { uri: uri }],
    ['another public key', { publicKey: 'pk_acme' }],
    ['another private key', { secret: 'a private key' }],
    ['another body', { body: '{"name":"Sao"}' }],
    ['an empty nonce', { nonce: '' }],
    ['another timestamp', { timestamp: '1614265331' }],
    ['another scheme', { authorization: vector.authorization.replace('hmac', 'Bearer') }],
    ['no signature', { authorization: 'hmac ' }],
    ['a key of Standard Webhooks', { secret: PUBLISHED.secret }],
  ])('refuses it with %s', (_what, changes) => {
    expect(problemOf(changes)).toBe('SIGNATURE');
  });
});
