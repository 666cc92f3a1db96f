import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../src/config/config.ts';
import { Gateway } from '../../support/gateway.ts';
import { freePort } from '../../support/own-server.ts';
import { TestSocket } from '../../support/socket.ts';
import { OutsideIssuer } from '../auth/outside-issuer.ts';

const FRONTEND = 'https://app.example.com';
const OTHERS = ['https://app.example.com.evil.example', 'http://app.example.com', 'http://localhost:5173', 'null'];

let issuer: OutsideIssuer;
let gateway: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  const origins = {
    CORS_ORIGINS: `${FRONTEND}, https://staging.example.com:8443`,
    SANDBOX: 'false',
    HOST: '127.0.0.1',
  };
  gateway = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment(), ...origins } });
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
  await issuer.stop();
});

function preflight(origin: string, requestedHeaders: string): Promise<Response> {
  const headers = {
    ...{ origin, 'access-control-request-method': 'POST' },
    'access-control-request-headers': requestedHeaders,
  };
  return fetch(`${gateway.app.url}/graphql`, { method: 'OPTIONS', headers });
}

describe('a frontend that CORS_ORIGINS names', () => {
  test('may send the headers that its client and its tracer add', async () => {
    const requested = 'apollographql-client-name,apollographql-client-version,authorization,content-type,traceparent';
    const { status, headers } = await preflight(FRONTEND, requested);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(FRONTEND);
    expect(headers.get('access-control-allow-headers')).toBe(requested);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test.each([
    ['malformed', 'a b'],
    ['of more than 50 names', Array(51).fill('x').join(',')],
  ])('does not get a list of headers reflected that is %s', async (_what, requested) => {
    const { status, headers } = await preflight(FRONTEND, requested);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-headers')).toContain('authorization, ');
  });

  test('opens a socket', async () => {
    const socket = await TestSocket.connect({ url: gateway.app.url, options: { origin: FRONTEND } });
    expect(socket.webSocket.protocol).toBe('graphql-transport-ws');
  });

  test.each(OTHERS)('is not %s, which is refused', async (origin) => {
    const { headers } = await preflight(origin, 'traceparent');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-headers')).not.toContain('traceparent');
    await expect(TestSocket.connect({ url: gateway.app.url, options: { origin } })).rejects.toThrow('403');
  });

  test.each(['https://app.example.com/', 'https://app.example.com/x', 'app.example.com', '*'])(
    'must be written as an origin, not as %s',
    (written) => {
      expect(() => readConfig({ CORS_ORIGINS: written })).toThrow(/^CORS_ORIGINS is .*: write origins such as/);
    },
  );
});

test('an answer must not be cached', async () => {
  const { headers } = await gateway.ask({ query: '{ __typename }', client: null });
  expect(headers.get('cache-control')).toBe('no-store');
});

/** Returns the status of a request with this host header. */
const statusOf = (host: string, path = '/graphql', port = new URL(gateway.app.url).port) =>
  new Promise<number>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host } }, ({ statusCode = 0 }) => {
      resolve(statusCode);
    }).on('error', reject);
  });

describe('a gateway that listens on loopback', () => {
  test.each(['localhost', 'LOCALHOST:4000', '127.0.0.1:4000', '[::1]:4000', 'gateway.localhost'])(
    'accepts the host %s',
    async (host) => {
      expect(await statusOf(host, '/health/live')).toBe(200);
    },
  );

  test.each(['evil.example.com', 'localhost.evil.example.com', '127.0.0.1.nip.io:4000', '169.254.169.254'])(
    'refuses the host %s: DNS rebinding would lead browsers to it',
    async (host) => {
      for (const path of ['/graphql', '/health/live', '/nothing']) expect(await statusOf(host, path)).toBe(421);
      const options = { headers: { host } };
      await expect(TestSocket.connect({ url: gateway.app.url, options })).rejects.toThrow('421');
      const { port } = new URL(gateway.app.adminUrl);
      expect([await statusOf(host, '/metrics', port), await statusOf('localhost', '/metrics', port)]).toEqual([
        421, 200,
      ]);
    },
  );
});

describe('a gateway that listens on all addresses', () => {
  test.each([
    ['accepts only names of this machine where PUBLIC_URL is one', 'http://localhost:4000', 421],
    ['accepts any name where PUBLIC_URL is not of this machine', 'https://gateway.example.com', 200],
  ])('%s', async (_what, publicUrl, ofOthers) => {
    const port = String(await freePort());
    const listens = { SANDBOX: 'false', HOST: '0.0.0.0', PORT: port, PUBLIC_URL: publicUrl };
    const environment = { ...issuer.environment(), ...listens };
    const open = await Gateway.start({ environment: { ROLES: 'api', ...environment } });
    try {
      expect(await statusOf('evil.example.com', '/health/live', port)).toBe(ofOthers);
      expect(await statusOf('localhost:4000', '/health/live', port)).toBe(200);
    } finally {
      await open.stop();
    }
  });
});

describe('a key set', () => {
  const environment = (url: string) => ({
    ...{ AUTH_ISSUER: 'https://id.example.com/', AUTH_AUDIENCE: 'gateway', AUTH_JWKS_URL: url },
  });

  test.each(['https://id.example.com/keys', 'http://localhost:9000/keys', 'http://127.0.0.1/keys'])(
    'may be read from %s',
    (url) => {
      expect(readConfig(environment(url)).auth.jwksUrl).toBe(url);
    },
  );

  test('must not be read over plain http', () => {
    expect(() => readConfig(environment('http://id.example.com/keys'))).toThrow(
      /^AUTH_JWKS_URL is http:.*: write an https URL/,
    );
  });
});
