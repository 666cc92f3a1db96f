import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Provider } from '../../../../src/extensions/provider/calls/open-provider.ts';
import { eventually } from '../../../support/gateway.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { forgetFaults, know, openClient, ProviderDouble, readCall } from './provider-double.ts';

const REFUSED = { kind: 'CREDENTIALS_REFUSED' };
const NOT_SENT = { kind: 'NOT_SENT', retryAfterSeconds: 1 };

let own: OwnDatabase;
let double: ProviderDouble;
let provider: Provider;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await know(own, 'ACME_PAY', { scope: 'pockets keys' });
  await know(own, 'BETA_PAY', { clientSecret: 'wrong' });
});
beforeEach(async () => {
  await forgetFaults(own);
  double = await ProviderDouble.start();
  provider = openClient(own, double.url);
});
afterEach(async () => {
  await provider.client.close();
  await double.stop();
});
afterAll(() => own.close());

const call = (...changes: Parameters<typeof readCall>) => provider.client.call(readCall(...changes));

describe('a token', () => {
  test('is requested once, no matter how many calls wait for it, and kept', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(replies.filter(({ kind }) => kind === 'ANSWERED')).toHaveLength(20);
    await call();
    expect(double.tokenCalls).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(double.tokenCalls[0]?.body))).toEqual({
      ...{ grant_type: 'client_credentials', scope: 'pockets keys' },
      ...{ client_id: 'ACME_PAY', client_secret: 'ACME_PAY-secret' },
    });
  });

  test('is renewed after four fifths of its life, and used until the next one arrives', async () => {
    double.tokenSeconds = 5;
    const began = performance.now();
    await call();
    double.tokenSeconds = 3_600;
    await eventually(async () => {
      await call();
      return double.tokenCalls.length === 2;
    });
    const [, second] = double.tokenCalls;
    expect((second?.at ?? 0) - began).toBeGreaterThanOrEqual(4_000);
    expect(double.calls.every(({ client }) => client === 'ACME_PAY')).toBe(true);
  });

  test('that is refused is renewed, and a mutation is sent once more', async () => {
    await call();
    double.forgetTokens();
    expect(await call({ method: 'POST', body: '{}', priority: 'MUTATION' })).toMatchObject({ kind: 'ANSWERED' });
    expect([double.calls.length, double.tokenCalls.length]).toEqual([3, 2]);
  });

  test('that is refused when it is new is not renewed for each call', async () => {
    await call();
    double.answer = (_got, response) => {
      response.writeHead(401).end();
    };
    for (let nth = 0; nth < 5; nth += 1) expect(await call()).toEqual(REFUSED);
    expect(double.tokenCalls).toHaveLength(2);
  });

  test.each(['', '<html>', '{"code":"FORBIDDEN"}', '{"error":"insufficient_scope"}'])(
    'that does not permit a call has the call refused with %j, and is kept',
    async (body) => {
      double.answer = (_got, response) => {
        response.writeHead(403).end(body);
      };
      expect([await call(), await call()]).toEqual([REFUSED, REFUSED]);
      expect([double.calls.length, double.tokenCalls.length]).toEqual([2, 1]);
    },
  );

  test('that permits a call which is forbidden to this user is not in question', async () => {
    double.answer = (_got, response) => {
      response.writeHead(403).end('{"errors":[{"code":"PERMISSION_NOT_GRANTED","message":["Not yours."]}]}');
    };
    expect(await call()).toMatchObject({ kind: 'ANSWERED', status: 403 });
  });

  test('is refused for a wrong secret, and not requested again immediately', async () => {
    const beta = { partnerId: 'BETA_PAY' };
    expect([await call(beta), await call(beta)]).toEqual([REFUSED, REFUSED]);
    expect(double.tokenCalls).toHaveLength(1);
  });

  test('is refused to a partner without credentials, and nothing is sent', async () => {
    expect(await call({ partnerId: 'GAMA_PAY' })).toEqual(REFUSED);
    expect(double.got).toEqual([]);
  });

  test.each([
    ['an error', 500, ''],
    ['a redirect', 302, ''],
    ['something unreadable', 200, '<html>'],
    ['a token of another kind', 200, '{"access_token":"x","token_type":"mac"}'],
  ])('that arrives as %s means that nothing was sent', async (_what, status, body) => {
    double.tokenAnswer = (_got, response) => {
      response.writeHead(status, { 'content-type': 'application/json', location: '/' }).end(body);
    };
    expect(await call()).toEqual(NOT_SENT);
    expect(double.calls).toEqual([]);
  });

  test('that never arrives holds a call no longer than its timeout', async () => {
    double.tokenAnswer = () => undefined;
    expect(await call({ timeoutMs: 100 })).toEqual(NOT_SENT);
  });
});
