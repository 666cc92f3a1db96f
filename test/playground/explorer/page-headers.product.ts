import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { Gateway } from '../../support/gateway.ts';
import { makeWorld } from '../../support/world.ts';

const PAGES = ['/', '/events', '/sandbox'];
const BROWSER = { headers: { accept: 'text/html' } };

let gateway: Gateway;
let issuer: OutsideIssuer;
/** Is not a sandbox, although its database has the sandbox's partners. */
let real: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
  issuer = await OutsideIssuer.start('ES256');
  real = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment(), SANDBOX: 'false' } });
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
