import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { Gateway } from '../../support/gateway.ts';
import { makeWorld } from '../../support/world.ts';

const PAGES = ['/', '/console', '/sandbox'];
const BROWSER = { headers: { accept: 'text/html' } };

let gateway: Gateway;
let issuer: OutsideIssuer;
/** Is not a sandbox, although its database has the sandbox's partners. */
let real: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
  issuer = await OutsideIssuer.start('ES256');
  const pages = { PAGES: 'console,docs,explorer' };
  real = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment(), SANDBOX: 'false', ...pages } });
  await makeWorld(real.app.database);
});
afterAll(async () => {
  await Promise.all([gateway.stop(), real.stop()]);
  await issuer.stop();
});

/** Returns the sources that a page may load from, by directive. */
function policyOf({ headers }: Response): Map<string, string> {
  const directives = headers.get('content-security-policy')?.split('; ') ?? [];
  return new Map(
    directives.map((directive): [string, string] => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

describe.each(PAGES)('the page %s', (path) => {
  test('runs no inline script and no eval, cannot be framed, and sends no referrer', async () => {
    const response = await fetch(gateway.app.url + path, BROWSER);
    expect(response.status).toBe(200);
    const policy = policyOf(response);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).not.toMatch(/unsafe|\*|data:|nonce/);
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('has only its own script', async () => {
    const html = await (await fetch(gateway.app.url + path, BROWSER)).text();
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual([
      '<script type="application/json" id="settings">',
      expect.stringMatching(/^<script type="module" src="assets\/\w+\.js">$/),
    ]);
    expect(html).not.toMatch(/ on\w+=| style=/);
  });

  test('loads from other origins only if it is Apollo’s', async () => {
    const policy = policyOf(await fetch(gateway.app.url + path, BROWSER));
    const elsewhere = [...policy.values()].join(' ').includes('https:');
    expect(elsewhere).toBe(path === '/sandbox');
  });

  test('has the sandbox clients in sandbox mode only', async () => {
    expect(await (await fetch(gateway.app.url + path, BROWSER)).text()).toContain('acme-pay-secret');
    const html = await (await fetch(real.app.url + path, BROWSER)).text();
    expect(html).toContain(path === '/sandbox' ? 'NOT_FOUND' : '"clients":[]');
    expect(html).not.toMatch(/acme|beta-pay|gama|secret/i);
  });
});

describe('the examples', () => {
  test('are served only in sandbox mode', async () => {
    expect((await fetch(`${gateway.app.url}/examples.json`)).status).toBe(200);
    expect((await fetch(`${real.app.url}/examples.json`)).status).toBe(404);
  });
});

describe('pages that an operator chooses', () => {
  const seen = async (environment: Readonly<Record<string, string>>) => {
    const chosen = await Gateway.start({ environment: { ROLES: 'api', ...environment } });
    const statusOf = async (path: string) => {
      const { status, headers } = await fetch(chosen.app.url + path, { ...BROWSER, redirect: 'manual' });
      return status === 302 ? headers.get('location') : status;
    };
    const found = await Promise.all(['/', '/console', '/sandbox', '/events', '/graphql'].map(statusOf));
    await chosen.stop();
    return found;
  };

  test.each([
    ['all in the sandbox', {}, [200, 200, 200, 'console', './']],
    ['the docs alone', { PAGES: 'docs' }, ['docs', 404, 404, 501, 406]],
    ['the console alone', { PAGES: 'console' }, ['console', 200, 404, 'console', 406]],
    ['none', { PAGES: 'none' }, [404, 404, 404, 501, 406]],
  ])('are %s', async (_what, environment, expected) => {
    expect(await seen(environment)).toEqual(expected);
  });

  test('are console and docs outside the sandbox, unless it is decided otherwise', async () => {
    const outside = { ...issuer.environment(), SANDBOX: 'false' };
    expect(await seen(outside)).toEqual(['docs', 200, 404, 'console', 406]);
  });
});
