import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';

const CLIENTS = ['acme-pay', 'beta-pay', 'gama-pay'];

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { HOST: '0.0.0.0', ROLES: 'api' } });
});
afterAll(() => gateway.stop());

async function grant(id: string, secret: string): Promise<number> {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const response = await fetch(`${gateway.app.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return response.status;
}

describe('a sandbox that others can reach', () => {
  test('accepts no secret from the docs', async () => {
    for (const id of CLIENTS) expect(await grant(id, `${id}-secret`)).toBe(400);
  });

  test('has a random secret for each client, which the start reports', async () => {
    const { sandboxClients } = gateway.app;
    const secrets = sandboxClients.map(({ secret }) => secret);
    expect(new Set(secrets).size).toBe(sandboxClients.length);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    for (const { id, secret } of sandboxClients) expect(await grant(id, secret)).toBe(200);
  });

  test('includes no secret in its pages', async () => {
    const html = await (await fetch(`${gateway.app.url}/`)).text();
    for (const { secret } of gateway.app.sandboxClients) expect(html).not.toContain(secret);
    expect(html).toContain('"clients":[]');
  });
});
