import { describe, expect, test } from '@jest/globals';
import { TestSocket } from '../../support/socket.ts';
import { scene } from './issuer-scene.ts';
import type { OutsideIssuer } from './outside-issuer.ts';

const QUERY = '{ viewer { partner tokenExpiresAt } }';

function good(changes: Parameters<OutsideIssuer['token']>[1] = {}): Promise<string> {
  return scene.issuer.token(scene.gateway.clock.now(), changes);
}

async function expectRefused(token: string, message = 'The token is not valid.'): Promise<void> {
  const { status, headers, body } = await scene.gateway.ask({ query: QUERY, token });
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
  expect(body.errors).toEqual([{ message, extensions: { code: 'UNAUTHENTICATED' } }]);
}

async function expectTaken(token: string): Promise<void> {
  const { status, body } = await scene.gateway.ask({ query: QUERY, token });
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
}

describe('a token', () => {
  test.each([
    ['of another issuer', { iss: 'https://other.example.com/' }],
    ['of an issuer with an almost equal name', { iss: 'https://id.example.com' }],
    ['of no issuer', { iss: undefined }],
    ['for another audience', { aud: 'other' }],
    ['for other audiences', { aud: ['other', 'gateways'] }],
    ['for no audience', { aud: undefined }],
    ['without an expiry', { exp: undefined }],
    ['with a string as expiry', { exp: '4102444800' }],
    ['with a start in the future', { nbf: 4_102_444_800 }],
  ])('%s is refused', async (_case, claims) => {
    await expectRefused(await good({ claims }));
  });

  test.each([
    ['exp', 1e16],
    ['exp', 253_402_300_800],
    ['exp', 1e308],
    ['nbf', -1],
    ['nbf', -1e16],
    ['iat', 1e16],
  ])('whose %s is %p is refused', async (name, at) => {
    await expectRefused(
      await good({ claims: { [name]: at } }),
      `The token's ${name} is not a time in seconds from 1970 to the year 9999.`,
    );
  });

  test.each([
    ['sub', 255],
    ['client_id', 255],
    ['azp', 255],
    ['partner_id', 255],
    ['scope', 4_096],
  ])('whose %s is longer than %i characters is refused', async (name, lengthMax) => {
    const token = await good({ claims: { [name]: 'x'.repeat(lengthMax + 1) } });
    await expectRefused(token, `The token's ${name} is too long: at most ${lengthMax} characters.`);
  });

  test.each([{ scope: ['x'.repeat(2_048), 'x'.repeat(2_048)] }, { scope: undefined, scp: 'x'.repeat(4_097) }])(
    'whose list of scopes is longer than 4096 characters is refused',
    async (claims) => {
      await expectRefused(await good({ claims }), "The token's scope is too long: at most 4096 characters.");
    },
  );

  test('whose expiry is not a date closes a socket, and nothing else', async () => {
    const socket = await TestSocket.connect({ url: scene.gateway.app.url });
    const token = await good({ claims: { exp: 1e16 } });
    socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    expect(await socket.closed).toMatchObject({ code: 4403 });
    await expectTaken(await good());
  });

  test('for several audiences is accepted when this one is among them', async () => {
    await expectTaken(await good({ claims: { aud: ['other', 'gateway'] } }));
  });

  test.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt'])('of type %s is accepted', async (typ) => {
    await expectTaken(await good({ header: { typ } }));
  });

  test.each(['id+jwt', 'dpop+jwt', 'logout+jwt', 'secevent+jwt', 'JOSE', 'x', ''])(
    'of type "%s" is refused',
    async (typ) => {
      await expectRefused(await good({ header: { typ } }), 'The token is not an access token.');
    },
  );

  test('without a type is refused with advice, and counted separately', async () => {
    await expectRefused(
      await good({ header: { typ: undefined } }),
      'The token has no type: its header needs typ, such as at+jwt (RFC 9068).',
    );
    for (const typ of [null, 5, {}, ['at+jwt']])
      await expectRefused(
        await good({ header: { typ } }),
        'The token has no type: its header needs typ, such as at+jwt (RFC 9068).',
      );
    const metrics = await (await fetch(`${scene.gateway.app.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/gateway_refused_credentials_total\{reason="untyped"\} [1-9]/);
  });

  // An ID token, a logout token or security event, and a proof of possession, as most issuers sign them: with JWT or no type.
  test.each(['at_hash', 'c_hash', 'events', 'htm', 'htu'])(
    'of type JWT with a %s is not an access token',
    async (claim) => {
      const claims = { [claim]: 'x' };
      await expectRefused(await good({ header: { typ: 'JWT' }, claims }), 'The token is not an access token.');
      await expectTaken(await good({ header: { typ: 'at+jwt' }, claims }));
    },
  );

  test.each([
    ['no partner', { partner_id: undefined }],
    ['a number as partner', { partner_id: 1 }],
    ['two partners', { partner_id: ['ACME_PAY', 'BETA_PAY'] }],
    ['nothing as partner', { partner_id: null }],
    ['its partner in another claim', { partner_id: undefined, partnerId: 'ACME_PAY' }],
  ])('that names %s is refused', async (_case, claims) => {
    await expectRefused(await good({ claims }), 'The token names no partner.');
  });

  test.each(['DELTA_PAY', 'acme_pay', 'ACME_PAY ', '', "ACME_PAY' or ''='", '%'])(
    'that names the unknown partner %j is refused',
    async (partner) => {
      await expectRefused(await good({ claims: { partner_id: partner } }), 'The token names an unknown partner.');
    },
  );

  test.each(['A\0', 'ACME_PAY\ud83c'])('that names a partner that cannot be stored is refused: %j', async (partner) => {
    const { status, body } = await scene.gateway.ask({
      query: QUERY,
      token: await good({ claims: { partner_id: partner } }),
    });
    expect(status).toBe(401);
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test.each([
    ['a number', 1],
    ['nothing', undefined],
  ])('whose scope is %s has no scopes', async (_case, scope) => {
    const token = await good({ claims: { scope } });
    const { body } = await scene.gateway.ask({ query: '{ viewer { scopes } }', token });
    expect(body.data).toEqual({ viewer: { scopes: [] } });
  });
});

describe('the start of a token', () => {
  const later = (seconds: number) => ({
    claims: { nbf: Math.floor(scene.gateway.clock.now().getTime() / 1_000) + seconds },
  });

  test('can be slightly later than now: the clock of its issuer can be ahead', async () => {
    await expectTaken(await good(later(5)));
  });

  test('is respected when it is a minute from now', async () => {
    await expectRefused(await good(later(60)));
  });
});

describe('the expiry of a token', () => {
  test('is shown to its bearer', async () => {
    const end = Math.floor(scene.gateway.clock.now().getTime() / 1_000) + 120;
    const { viewer } = await scene.gateway.data({ query: QUERY, token: await good({ claims: { exp: end } }) });
    expect(viewer.tokenExpiresAt).toBe(new Date(end * 1_000).toISOString());
  });

  test.each([
    ['never seen before', false],
    ['seen before, and remembered', true],
  ])('is respected for a token %s: accepted before, refused from that second on', async (_case, isSeen) => {
    scene.gateway.clock.set('2026-11-20T12:00:00Z');
    const token = await good({ claims: { exp: Date.UTC(2026, 10, 20, 12, 5) / 1_000 } });
    scene.gateway.clock.set('2026-11-20T12:04:50Z');
    const other = await good({ claims: { exp: Date.UTC(2026, 10, 20, 12, 5) / 1_000, jti: 'other' } });
    await expectTaken(isSeen ? token : other);
    scene.gateway.clock.set('2026-11-20T12:05:00Z');
    await expectRefused(token, 'The token has expired.');
    await expectRefused(token, 'The token has expired.');
  });

  test('is compared with the clock of the gateway, never with that of the machine', async () => {
    scene.gateway.clock.set('2020-01-01T00:00:00Z');
    const token = await good();
    await expectTaken(token);
    scene.gateway.clock.reset();
    await expectRefused(token, 'The token has expired.');
  });
});
