import { afterEach, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { gateway } from '../../support/sandbox-gateway.ts';

const SCOPES = [
  ...['account.close', 'account.create', 'account.read', 'cash-in.read', 'customer.cancel', 'customer.read'],
  ...['customer.update', 'customer.write', 'kyc.document.read', 'kyc.document.write', 'pix.entries.create'],
  ...['pix.entries.delete', 'pix.entries.read', 'pix.entries.update', 'pocket.close', 'pocket.create', 'pocket.read'],
  ...['pocket.transaction.create', 'pocket.transaction.read'],
  ...['sandbox.write', 'totp.create', 'totp.validate', 'webhook.read', 'webhook.write'],
];
const CLIENT = { client_id: 'acme-pay', client_secret: 'acme-pay-secret' };
const GRANT = { grant_type: 'client_credentials' };

afterEach(() => {
  gateway.clock.reset();
});

type Form = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

async function request(form: Form, headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.app.url}/oauth/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form as Record<string, string>),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Readonly<Record<string, string>>,
  };
}

function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

async function expectError(answer: ReturnType<typeof request>, status: number, error: string): Promise<void> {
  const settled = await answer;
  expect(settled).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
  expect(settled.body).not.toHaveProperty('access_token');
  expect(settled.headers.get('cache-control')).toBe('no-store');
}

describe('a grant', () => {
  test.each([
    ['to a client that authenticates in the form', { ...GRANT, ...CLIENT }, {}],
    ['to a client that authenticates by Basic', GRANT, basic('acme-pay', 'acme-pay-secret')],
    ['to a client that authenticates by Basic, form-encoded,', GRANT, basic('acme%2Dpay', 'acme%2Dpay%2Dsecret')],
    ['with an unknown parameter', { ...GRANT, ...CLIENT, resource: 'x' }, {}],
    ['with empty parameters', { ...GRANT, ...CLIENT, scope: '', expires_in: '' }, {}],
  ])('%s is for an hour and all scopes', async (_case, form, headers) => {
    const { status, headers: answered, body } = await request(form, headers);
    expect(status).toBe(200);
    expect(answered.get('content-type')).toMatch(/^application\/json\b/);
    expect(answered.get('cache-control')).toBe('no-store');
    expect(answered.get('pragma')).toBe('no-cache');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3_600 });
    expect(body['scope']?.split(' ').sort()).toEqual(SCOPES.toSorted());
    const { viewer } = await gateway.data({
      query: '{ viewer { partner companyKey scopes sandbox } }',
      token: body['access_token'] ?? '',
    });
    expect(viewer).toMatchObject({ partner: 'ACME_PAY', scopes: SCOPES.toSorted(), sandbox: true });
  });

  test('is an access token that is signed for this gateway only', async () => {
    const token = await gateway.freshToken('acme-pay');
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    expect(decodeJwt(token)).toMatchObject({
      iss: gateway.app.url,
      aud: 'partner-banking-gateway',
      sub: 'acme-pay',
      partner_id: 'ACME_PAY',
      jti: expect.any(String),
    });
  });

  test.each([
    ['pocket.create', ['pocket.create']],
    ['pocket.read account.read', ['pocket.read', 'account.read']],
    [' account.read  account.read ', ['account.read']],
    [SCOPES.join(' '), SCOPES],
    ['brcode.decode account.read pix.claims.create', ['account.read', 'pix.claims.create']],
  ])('for the scopes %j is for these only', async (scope, granted) => {
    const { body } = await request({ ...GRANT, ...CLIENT, scope });
    expect(body['scope']?.split(' ').sort()).toEqual(granted.toSorted());
    const { viewer } = await gateway.data({ query: '{ viewer { scopes } }', token: body['access_token'] ?? '' });
    expect(viewer.scopes).toEqual(granted.toSorted());
  });

  test.each(['1', '60', '3600'])('for %s seconds says so, and is no longer valid after them', async (seconds) => {
    const { body } = await request({ ...GRANT, ...CLIENT, expires_in: seconds });
    expect(body).toMatchObject({ expires_in: Number(seconds) });
    const token = body['access_token'] ?? '';
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(exp - iat).toBe(Number(seconds));
    gateway.clock.advance(Number(seconds));
    expect(await gateway.ask({ query: '{ __typename }', token })).toMatchObject({ status: 401 });
  });

  test('for a minute is still valid after half of it', async () => {
    const { body } = await request({ ...GRANT, ...CLIENT, expires_in: '60' });
    gateway.clock.advance(30);
    expect(await gateway.ask({ query: '{ __typename }', token: body['access_token'] ?? '' })).toMatchObject({
      status: 200,
    });
  });
});

test.each(['/oauth2/token', '/connect/token'])(
  'is given at %s too, which programs in use have built in',
  async (path) => {
    const response = await fetch(gateway.app.url + path, {
      method: 'POST',
      body: new URLSearchParams({ ...GRANT, ...CLIENT, scope: 'account.read' }),
    });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { scope: 'account.read', token_type: 'Bearer' },
    ]);
  },
);

describe('a client', () => {
  test.each([
    ['with a wrong secret', { client_id: 'acme-pay', client_secret: 'wrong' }],
    ["with another client's secret", { client_id: 'acme-pay', client_secret: 'beta-pay-secret' }],
    ['with a longer secret', { client_id: 'acme-pay', client_secret: 'acme-pay-secret ' }],
    ['without a secret', { client_id: 'acme-pay' }],
    ['that is unknown', { client_id: 'delta-pay', client_secret: 'delta-pay-secret' }],
    ['without an id', {}],
  ])('%s is refused as invalid_client', async (_case, form) => {
    await expectError(request({ ...GRANT, ...form }), 400, 'invalid_client');
  });

  // RFC 6749, section 5.2.
  test.each([
    ['a wrong secret', basic('acme-pay', 'wrong')],
    ['broken form-encoding', basic('acme-pay', '%')],
    ['no secret', { authorization: `Basic ${Buffer.from('acme-pay').toString('base64')}` }],
  ])('with %s by Basic is asked for Basic', async (_case, headers) => {
    const answer = request(GRANT, headers);
    await expectError(answer, 401, 'invalid_client');
    expect((await answer).headers.get('www-authenticate')).toMatch(/^Basic realm="/);
  });

  test('that authenticates in two ways is refused', async () => {
    await expectError(request({ ...GRANT, ...CLIENT }, basic('acme-pay', 'acme-pay-secret')), 400, 'invalid_request');
  });
});

describe('a request', () => {
  test.each(['password', 'authorization_code', 'refresh_token', 'CLIENT_CREDENTIALS', 'client_credentials '])(
    'for the grant %j is refused as unsupported_grant_type',
    async (type) => {
      await expectError(request({ ...CLIENT, grant_type: type }), 400, 'unsupported_grant_type');
    },
  );

  test.each(['admin', 'pocket.creat', 'POCKET.CREATE', 'admin brcode.decode', 'pocket.create,pocket.read', '*'])(
    'for the scope %j is refused as invalid_scope',
    async (scope) => {
      await expectError(request({ ...GRANT, ...CLIENT, scope }), 400, 'invalid_scope');
    },
  );

  test.each(['0', '3601', 'abc', '-1', '1.5', '1e2', '0x10', ' 60', '99999999999999999999'])(
    'for %j seconds is refused as invalid_request',
    async (seconds) => {
      await expectError(request({ ...GRANT, ...CLIENT, expires_in: seconds }), 400, 'invalid_request');
    },
  );

  test.each([['grant_type'], ['client_id'], ['client_secret'], ['scope'], ['expires_in']])(
    'with %s twice is refused as invalid_request',
    async (name) => {
      const usual = { ...GRANT, ...CLIENT, scope: 'account.read', expires_in: '60' };
      const value = Object.entries(usual).find(([key]) => key === name)?.[1] ?? '';
      const twice = [...Object.entries(usual), [name, value] as const];
      await expectError(request(twice), 400, 'invalid_request');
    },
  );

  test.each([
    ['no grant_type', CLIENT],
    ['an empty grant_type', { ...CLIENT, grant_type: '' }],
  ])('with %s is refused as invalid_request', async (_case, form) => {
    await expectError(request(form), 400, 'invalid_request');
  });

  test('in JSON is refused', async () => {
    const response = await fetch(`${gateway.app.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...GRANT, ...CLIENT }),
    });
    expect(response.status).toBe(415);
  });
});
