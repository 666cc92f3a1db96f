import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { TestSocket } from '../../support/socket.ts';
import { OutsideIssuer } from './outside-issuer.ts';

let issuer: OutsideIssuer;
let gateway: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  gateway = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment() } });
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

const QUERY = '{ viewer { partner } }';

function good(changes: Parameters<OutsideIssuer['token']>[1] = {}): Promise<string> {
  return issuer.token(gateway.clock.now(), changes);
}

async function expectRefused(token: string, message = 'The token is not valid.'): Promise<void> {
  const { status, headers, body } = await gateway.ask({ query: QUERY, token });
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
  expect(body.errors).toEqual([{ message, extensions: { code: 'UNAUTHENTICATED' } }]);
}

async function expectTaken(token: string): Promise<void> {
  const { status, body } = await gateway.ask({ query: QUERY, token });
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
}

describe('the lifetime of a token', () => {
  const LONG = 'The lifetime of the token is too long: at most 3600 seconds from its iat to its exp.';
  const now = () => Math.floor(gateway.clock.now().getTime() / 1_000);

  test('can be an hour', async () => {
    const at = now();
    await expectTaken(await good({ claims: { iat: at - 60, exp: at + 3_540 } }));
    await expectTaken(await good({ claims: { iat: undefined, exp: now() + 3_600 } }));
  });

  test.each([
    ['an hour and a second', -60, 3_541],
    ['ten years', 0, 315_360_000],
    ['two hours, most of them in the past', -7_200, 60],
    ['until the year 9999', 0, 253_402_300_799 - Date.UTC(2026, 0) / 1_000],
  ])('cannot be %s', async (_case, iat, exp) => {
    await expectRefused(
      await good({ claims: { iat: now() + iat, exp: Math.min(now() + exp, 253_402_300_799) } }),
      LONG,
    );
  });

  test('is counted from now if there is no iat', async () => {
    await expectRefused(await good({ claims: { iat: undefined, exp: now() + 3_660 } }), LONG);
  });

  test('cannot begin later than the leeway allows', async () => {
    await expectTaken(await good({ claims: { iat: now() + 20, exp: now() + 300 } }));
    await expectRefused(
      await good({ claims: { iat: now() + 40, exp: now() + 300 } }),
      "The token's iat is in the future.",
    );
  });

  test('is limited over a socket too, and longer ones are counted', async () => {
    const socket = await TestSocket.connect({ url: gateway.app.url });
    const token = await good({ claims: { exp: now() + 86_400 } });
    socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    expect(await socket.closed).toEqual({ code: 4403, reason: `Forbidden: ${LONG}` });
    const metrics = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/gateway_refused_credentials_total\{reason="lifetime"\} [1-9]/);
  });

  test('is limited by TOKEN_SECONDS_MAX, in a sandbox too', async () => {
    const short = await Gateway.start({ environment: { ROLES: 'api', TOKEN_SECONDS_MAX: '60' } });
    const requestToken = (fields: object) =>
      fetch(`${short.app.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          ...{ grant_type: 'client_credentials', client_id: 'acme-pay', client_secret: 'acme-pay-secret' },
          ...fields,
        }),
      });
    try {
      expect(await (await requestToken({})).json()).toMatchObject({ expires_in: 60 });
      expect((await requestToken({ expires_in: '61' })).status).toBe(400);
      expect(await short.ask({ query: QUERY })).toMatchObject({ status: 200 });
    } finally {
      await short.stop();
    }
  });
});
