import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { call, responseAt, type Description } from '../../support/rest.ts';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';

const FRONTEND = 'https://app.example.com';
let issuer: OutsideIssuer;
let gateway: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  const environment = { CORS_ORIGINS: FRONTEND, SANDBOX: 'false', HOST: '127.0.0.1' };
  gateway = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment(), ...environment } });
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

function ask(path: string, method: string, origin = FRONTEND): Promise<Response> {
  const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'idempotency-key' };
  return fetch(gateway.app.url + path, { method, headers: { origin, ...(method === 'OPTIONS' && preflight) } });
}

describe('a page that CORS_ORIGINS names', () => {
  test.each([
    ['/customers/10020030169', 'GET, PUT, PATCH'],
    ['/accounts/200001/pockets', 'GET, POST'],
    ['/document-analysis/10020030169', 'GET, PUT'],
  ])('may call %s by %s', async (path, methods) => {
    const { status, headers } = await ask(path, 'OPTIONS');
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(FRONTEND);
    expect(headers.get('access-control-allow-methods')).toBe(methods);
    expect(headers.get('access-control-allow-headers')).toBe('idempotency-key');
  });

  test.each(['/customers/10020030169', '/openapi.json', '/errors/NOT_FOUND', '/nothing'])(
    'may read what %s answers',
    async (path) => {
      const { headers } = await ask(path, 'GET');
      expect(headers.get('access-control-allow-origin')).toBe(FRONTEND);
      expect(headers.get('vary')).toBe('origin');
      expect(headers.get('access-control-expose-headers')).toBe(
        'x-correlation-id, retry-after, idempotent-replayed, location, dpop-nonce, www-authenticate',
      );
    },
  );

  test('gets 404 for an unknown path', async () => {
    expect((await ask('/nothing', 'OPTIONS')).status).toBe(404);
  });
});

test.each(['OPTIONS', 'GET'])('another page may not: %s', async (method) => {
  const { headers } = await ask('/customers/10020030169', method, 'https://evil.example.com');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('access-control-allow-headers') ?? '').not.toContain('idempotency-key');
});

test('outside the sandbox a cash-in is refused', async () => {
  const token = await issuer.token(gateway.clock.now(), { claims: { scope: 'sandbox.write' } });
  const answer = await call(gateway, 'POST /sandbox/cash-ins', {
    client: null,
    headers: { authorization: `Bearer ${token}` },
    body: { accountNumber: '200001', amount: '1.00', rail: 'PIX' },
  });
  expect([answer.status, answer.body.errors[0].code]).toEqual([403, 'FORBIDDEN']);
});

test('/errors/CODE explains every code that the description has, at a status of its', async () => {
  const description = (await (await fetch(`${gateway.app.url}/openapi.json`)).json()) as Description;
  const pairs = Object.values(description.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses }) => {
      const statuses = Object.keys(responses).filter((status) => Number(status) >= 400);
      return statuses.map((status) => ({ status, response: responseAt(description, responses, status) }));
    })
    .flatMap(({ status, response }) => response?.description.split(', ').map((code) => `${status} ${code}`) ?? status);
  const codes = [...new Set(pairs.map((pair) => pair.slice(4)))];
  expect(codes.length).toBeGreaterThan(30);
  for (const code of codes) {
    const page = await fetch(`${gateway.app.url}/errors/${code}`);
    const { status } = (await page.json()) as { status: number };
    expect([page.status, pairs.includes(`${status} ${code}`), code]).toEqual([200, true, code]);
  }
});

test.each([
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR', 'Conta não encontrada.'],
  ['de, pt;q=0.3', 'pt-BR', 'Conta não encontrada.'],
  ['en-GB, pt;q=0.9', 'en', 'Account not found.'],
  ['pt;q=0, *', 'en', 'Account not found.'],
  ['', 'en', 'Account not found.'],
])('/errors/CODE has its message in the language that %s prefers', async (languages, locale, message) => {
  const page = await fetch(`${gateway.app.url}/errors/ACCOUNT_NOT_FOUND`, {
    headers: { 'accept-language': languages },
  });
  expect([page.headers.get('content-language'), await page.json()]).toMatchObject([locale, { message }]);
});

test('/errors/CODE is a page for a browser', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const page = await fetch(`${gateway.app.url}/errors/IDEMPOTENCY_KEY_REUSED`, { headers: { accept } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain('<h1>IDEMPOTENCY_KEY_REUSED</h1>');
  // Placeholders of the message are shown as they are.
  expect(text).toContain('within the last &lt;window>');
});
