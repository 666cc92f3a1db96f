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

describe('the life of a token', () => {
  const LONG = 'The token lives for too long: at most 3600 seconds from its iat to its exp.';
  const now = () => Math.floor(gateway.clock.now().getTime() / 1_000);

  test('may be an hour', async () => {
    await expectTaken(await good({ claims: { iat: now() - 60, exp: now() + 3_540 } }));
    await expectTaken(await good({ claims: { iat: undefined, exp: now() + 3_600 } }));
  });

  test.each([
    ['an hour and a second', -60, 3_541],
    ['ten years', 0, 315_360_000],
    ['an hour before it was seen', -7_200, 60],
    ['until the year 9999', 0, 253_402_300_799 - Date.UTC(2026, 0) / 1_000],
  ])('may not be %s', async (_case, iat, exp) => {
    await expectRefused(
      await good({ claims: { iat: now() + iat, exp: Math.min(now() + exp, 253_402_300_799) } }),
      LONG,
    );
  });

  test('is counted from now where no iat tells its beginning', async () => {
    await expectRefused(await good({ claims: { iat: undefined, exp: now() + 3_605 } }), LONG);
  });

  test('may not begin beyond the leeway', async () => {
    await expectTaken(await good({ claims: { iat: now() + 20, exp: now() + 300 } }));
    await expectRefused(
      await good({ claims: { iat: now() + 40, exp: now() + 300 } }),
      "The token's iat is in the future.",
    );
  });

  test('holds over a socket too, and what is longer is counted', async () => {
    const socket = await TestSocket.connect({ url: gateway.app.url });
    const token = await good({ claims: { exp: now() + 86_400 } });
    socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    expect(await socket.closed).toEqual({ code: 4403, reason: `Forbidden: ${LONG}` });
    const metrics = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/gateway_refused_credentials_total\{reason="lifetime"\} [1-9]/);
  });

  test('is as long as TOKEN_SECONDS_MAX says, in a sandbox too', async () => {
    const short = await Gateway.start({ environment: { ROLES: 'api', TOKEN_SECONDS_MAX: '60' } });
    const asked = (fields: object) =>
      fetch(`${short.app.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          ...{ grant_type: 'client_credentials', client_id: 'acme-pay', client_secret: 'acme-pay-secret' },
          ...fields,
        }),
      });
    expect(await (await asked({})).json()).toMatchObject({ expires_in: 60 });
    expect((await asked({ expires_in: '61' })).status).toBe(400);
    expect(await short.ask({ query: QUERY })).toMatchObject({ status: 200 });
    await short.stop();
  });
});
