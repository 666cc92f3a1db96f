import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { parse, print } from 'graphql';
import { gateway } from '../../support/shared-gateway.ts';

function at(path: string, init?: RequestInit): Promise<Response> {
  return fetch(gateway.app.url + path, { redirect: 'manual', ...init });
}

describe('a path that is not served', () => {
  test.each([
    '/nothing',
    '/graphql//',
    '/GRAPHQL',
    '/health',
    '/constructor',
    '/__proto__',
    '//graphql',
    '/%2e%2e/etc',
  ])('%s is answered with 404 in JSON that does not repeat it', async (path) => {
    const response = await at(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    expect(text).not.toContain(path);
  });
});

describe('a method that a path does not support', () => {
  test.each([
    ['PUT', '/graphql', 'GET, POST, OPTIONS'],
    ['DELETE', '/graphql', 'GET, POST, OPTIONS'],
    ['PATCH', '/graphql?query={__typename}', 'GET, POST, OPTIONS'],
    ['POST', '/', 'GET'],
    ['POST', '/health/live', 'GET'],
    ['DELETE', '/health/ready', 'GET'],
    ['POST', '/schema.graphql', 'GET'],
    ['PUT', '/.well-known/jwks.json', 'GET'],
    ['GET', '/oauth/token', 'POST, OPTIONS'],
  ])('%s %s is answered with 405 in JSON and the supported methods', async (method, path, allow) => {
    const response = await at(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] });
  });
});

describe('the pages', () => {
  test('/graphql redirects browsers to the explorer', async () => {
    const response = await at('/graphql', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get('location') ?? '', `${gateway.app.url}/graphql`).pathname).toBe('/');
  });

  test('/schema.graphql is the schema file of the repository', async () => {
    const response = await at('/schema.graphql');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/);
    const file = await readFile(new URL('../../../schema.graphql', import.meta.url), 'utf8');
    // Prettier formats the file; nothing else may differ.
    expect(print(parse(await response.text()))).toBe(print(parse(file)));
  });

  test('/.well-known/jwks.json shows only the public key', async () => {
    const response = await at('/.well-known/jwks.json');
    expect(response.status).toBe(200);
    const { keys } = (await response.json()) as { keys: object[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) });
    expect(keys[0]).not.toHaveProperty('d');
  });
});

describe('a page of another origin', () => {
  test.each(['https://studio.apollographql.com', 'https://sandbox.embed.apollographql.com'])(
    'at %s is allowed, without credentials',
    async (origin) => {
      const preflight = await at('/graphql', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST');
      expect(preflight.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
        expect.arrayContaining(['authorization', 'dpop', 'content-type', 'x-correlation-id', 'api-version']),
      );
      const { headers } = await gateway.ask({ query: '{ __typename }', client: null, headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(
        expect.arrayContaining(['dpop-nonce', 'www-authenticate']),
      );
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toMatch(/\borigin\b/i);
    },
  );

  test.each(['http://localhost:5173', 'http://127.0.0.1:4002', 'http://localhost'])(
    'at %s, as in development, is allowed in the sandbox, for tokens too',
    async (origin) => {
      for (const path of ['/graphql', '/oauth/token']) {
        const preflight = await at(path, { method: 'OPTIONS', headers: { origin } });
        expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
        expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
      }
    },
  );

  test.each([
    'http://localhost.evil.example.com',
    'http://127.0.0.1.evil.example.com:80',
    'https://evil.example.com',
    'https://studio.apollographql.com.evil.example.com',
    'http://studio.apollographql.com',
    'https://STUDIO.apollographql.com',
    'null',
  ])('at %s is not allowed', async (origin) => {
    const preflight = await at('/graphql', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    const { headers } = await gateway.ask({ query: '{ __typename }', client: null, headers: { origin } });
    for (const answer of [preflight.headers, headers]) {
      expect(answer.get('access-control-allow-origin')).toBeNull();
      expect(answer.get('vary')).toMatch(/\borigin\b/i);
    }
  });
});

describe('an idle connection', () => {
  test('is kept longer than load balancers keep it, as its keep-alive header says', async () => {
    const { headers } = await at('/health/live');
    const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
  });
});

describe('request headers', () => {
  test.each([
    ['just below 16 kB are read', 15_000, 200],
    ['above 16 kB are refused', 16 * 1024, 431],
    ['of 100 kB are refused', 100_000, 431],
  ])('%s', async (_case, length, status) => {
    const response = await at('/health/live', { headers: { 'x-long': 'a'.repeat(length) } });
    expect(response.status).toBe(status);
    expect((await at('/health/live')).status).toBe(200);
  });
});
