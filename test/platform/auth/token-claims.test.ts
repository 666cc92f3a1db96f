import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { TestSocket } from '../../support/socket.ts';
import { OutsideIssuer } from './outside-issuer.ts';

let issuer: OutsideIssuer;
let gateway: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  gateway = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment() } });
});
afterEach(() => {
  gateway.clock.reset();
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

const QUERY = '{ viewer { partner tokenExpiresAt } }';

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

describe('a token', () => {
  test.each([
    ['of another issuer', { iss: 'https://other.example.com/' }],
    ['of an issuer that is spelled almost alike', { iss: 'https://id.example.com' }],
    ['of no issuer', { iss: undefined }],
    ['for another audience', { aud: 'other' }],
    ['for other audiences', { aud: ['other', 'gateways'] }],
    ['for no audience', { aud: undefined }],
    ['without an end', { exp: undefined }],
    ['with an end that is a text', { exp: '4102444800' }],
    ['with a beginning in the future', { nbf: 4_102_444_800 }],
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
    await expectRefused(token, `A token's ${name} has at most ${lengthMax} characters.`);
  });

  test('whose end is no date closes a socket, and nothing else', async () => {
    const socket = await TestSocket.connect({ url: gateway.app.url });
    const token = await good({ claims: { exp: 1e16 } });
    socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    expect(await socket.closed).toMatchObject({ code: 4403 });
    await expectTaken(await good());
  });

  test('for several audiences is taken when this one is among them', async () => {
    await expectTaken(await good({ claims: { aud: ['other', 'gateway'] } }));
  });

  test.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt'])('of type %s is taken', async (typ) => {
    await expectTaken(await good({ header: { typ } }));
  });

  test.each(['id+jwt', 'dpop+jwt', 'logout+jwt', 'secevent+jwt', 'JOSE', 'x', ''])(
    'of type "%s" is refused',
    async (typ) => {
      await expectRefused(await good({ header: { typ } }), 'The token is not an access token.');
    },
  );

  test('without a type is refused, with what to do about it, and counted apart', async () => {
    await expectRefused(
      await good({ header: { typ: undefined } }),
      'The token has no type: its header needs typ, such as at+jwt (RFC 9068).',
    );
    for (const typ of [null, 5, {}, ['at+jwt']])
      await expectRefused(
        await good({ header: { typ } }),
        'The token has no type: its header needs typ, such as at+jwt (RFC 9068).',
      );
    const metrics = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/gateway_refused_credentials_total\{reason="untyped"\} [1-9]/);
  });

  // An ID token, a logout token or security event, and a proof of possession, as most issuers sign them: with JWT or no type.
  test.each(['at_hash', 'c_hash', 'events', 'htm', 'htu'])(
    'of type JWT with a %s is none for access',
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
      await expectRefused(
        await good({ claims: { partner_id: partner } }),
        'The token names no partner that is known here.',
      );
    },
  );

  test.each(['A\0', 'ACME_PAY\ud83c'])('that names a partner who cannot be stored is refused: %j', async (partner) => {
    const { status, body } = await gateway.ask({
      query: QUERY,
      token: await good({ claims: { partner_id: partner } }),
    });
    expect(status).toBe(401);
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test.each([
    ['a list', ['account.read']],
    ['a number', 1],
    ['nothing', undefined],
  ])('whose scope is %s has none', async (_case, scope) => {
    const token = await good({ claims: { scope } });
    const { body } = await gateway.ask({ query: '{ viewer { scopes } }', token });
    expect(body.data).toEqual({ viewer: { scopes: [] } });
  });
});

describe('the beginning of a token', () => {
  const later = (seconds: number) => ({ claims: { nbf: Math.floor(gateway.clock.now().getTime() / 1_000) + seconds } });

  test('may be a little later than now: the clock of its issuer is ahead', async () => {
    await expectTaken(await good(later(5)));
  });

  test('holds when it is a minute from now', async () => {
    await expectRefused(await good(later(60)));
  });
});

describe('the end of a token', () => {
  test('is told to its bearer', async () => {
    const end = Math.floor(gateway.clock.now().getTime() / 1_000) + 120;
    const { viewer } = await gateway.data({ query: QUERY, token: await good({ claims: { exp: end } }) });
    expect(viewer.tokenExpiresAt).toBe(new Date(end * 1_000).toISOString());
  });

  test.each([
    ['never seen before', false],
    ['seen before, and remembered', true],
  ])('holds for a token %s: good before, refused from its second on', async (_case, isSeen) => {
    gateway.clock.set('2026-11-20T12:00:00Z');
    const token = await good({ claims: { exp: Date.UTC(2026, 10, 20, 12, 5) / 1_000 } });
    gateway.clock.set('2026-11-20T12:04:50Z');
    const other = await good({ claims: { exp: Date.UTC(2026, 10, 20, 12, 5) / 1_000, jti: 'other' } });
    await expectTaken(isSeen ? token : other);
    gateway.clock.set('2026-11-20T12:05:00Z');
    await expectRefused(token, 'The token has expired.');
    await expectRefused(token, 'The token has expired.');
  });

  test('is read by the clock of the gateway, never by that of the machine', async () => {
    gateway.clock.set('2020-01-01T00:00:00Z');
    const token = await good();
    await expectTaken(token);
    gateway.clock.reset();
    await expectRefused(token, 'The token has expired.');
  });
});
