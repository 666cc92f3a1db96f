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

function preflight(origin: string, asked: string): Promise<Response> {
  const headers = {
    ...{ origin, 'access-control-request-method': 'POST' },
    'access-control-request-headers': asked,
  };
  return fetch(`${gateway.app.url}/graphql`, { method: 'OPTIONS', headers });
}

describe('a frontend that CORS_ORIGINS names', () => {
  test('may send what its client and its tracer add', async () => {
    const asked = 'apollographql-client-name,apollographql-client-version,authorization,content-type,traceparent';
    const { status, headers } = await preflight(FRONTEND, asked);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(FRONTEND);
    expect(headers.get('access-control-allow-headers')).toBe(asked);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test.each(['a b', 'x'.repeat(20_000).replaceAll('xx', 'x,'), 'ü'])(
    'is reflected no list that is none',
    async (asked) => {
      const answer = await preflight(FRONTEND, encodeURI(asked).replaceAll('%20', ' ')).catch(() => undefined);
      expect(answer?.headers.get('access-control-allow-headers') ?? '').not.toContain('x,x,x');
    },
  );

  test('opens a socket', async () => {
    const socket = await TestSocket.connect({ url: gateway.app.url, options: { origin: FRONTEND } });
    expect(socket.webSocket.protocol).toBe('graphql-transport-ws');
  });

  test.each(OTHERS)('does not let %s in', async (origin) => {
    const { headers } = await preflight(origin, 'traceparent');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-headers')).not.toContain('traceparent');
    await expect(TestSocket.connect({ url: gateway.app.url, options: { origin } })).rejects.toThrow('403');
  });

  test.each(['https://app.example.com/', 'https://app.example.com/x', 'app.example.com', '*'])(
    'is no origin when it is written %s',
    (written) => {
      expect(() => readConfig({ CORS_ORIGINS: written })).toThrow(/^CORS_ORIGINS is .*: write origins such as/);
    },
  );
});

test('an answer is kept by nobody in between', async () => {
  const { headers } = await gateway.ask({ query: '{ __typename }', client: null });
  expect(headers.get('cache-control')).toBe('no-store');
});

/** The status that a request has which names a host. */
const asked = (host: string, path = '/graphql', port = new URL(gateway.app.url).port) =>
  new Promise<number>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host } }, ({ statusCode = 0 }) => {
      resolve(statusCode);
    }).on('error', reject);
  });

describe('a gateway that listens on loopback', () => {
  test.each(['localhost', 'LOCALHOST:4000', '127.0.0.1:4000', '[::1]:4000', 'gateway.localhost'])(
    'is known as %s',
    async (host) => {
      expect(await asked(host, '/health/live')).toBe(200);
    },
  );

  test.each(['evil.example.com', 'localhost.evil.example.com', '127.0.0.1.nip.io:4000', '169.254.169.254'])(
    'is not %s: a name that has become its address leads a browser there',
    async (host) => {
      for (const path of ['/graphql', '/health/live', '/nothing']) expect(await asked(host, path)).toBe(421);
      const options = { headers: { host } };
      await expect(TestSocket.connect({ url: gateway.app.url, options })).rejects.toThrow('421');
      const { port } = new URL(gateway.app.adminUrl);
      expect([await asked(host, '/metrics', port), await asked('localhost', '/metrics', port)]).toEqual([421, 200]);
    },
  );
});

describe('a gateway that listens on all addresses', () => {
  test.each([
    ['is known only by names of this machine where PUBLIC_URL is one', 'http://localhost:4000', 421],
    ['takes any name where PUBLIC_URL is not of this machine', 'https://gateway.example.com', 200],
  ])('%s', async (_what, publicUrl, ofOthers) => {
    const port = String(await freePort());
    const listens = { SANDBOX: 'false', HOST: '0.0.0.0', PORT: port, PUBLIC_URL: publicUrl };
    const environment = { ...issuer.environment(), ...listens };
    const open = await Gateway.start({ environment: { ROLES: 'api', ...environment } });
    try {
      expect(await asked('evil.example.com', '/health/live', port)).toBe(ofOthers);
      expect(await asked('localhost:4000', '/health/live', port)).toBe(200);
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

  test('may not be changed on its way', () => {
    expect(() => readConfig(environment('http://id.example.com/keys'))).toThrow(
      /^AUTH_JWKS_URL is http:.*: write an https URL/,
    );
  });
});
