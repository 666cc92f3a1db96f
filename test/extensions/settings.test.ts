import { expect, test } from '@jest/globals';
import { Gateway } from '../support/gateway.ts';

/** Returns the schema that a gateway with these settings serves. */
async function servedWith(environment: Readonly<Record<string, string>>): Promise<string> {
  const gateway = await Gateway.start({ environment });
  try {
    const headers = { authorization: `Bearer ${await gateway.token('acme-pay')}` };
    const response = await fetch(`${gateway.app.url}/schema.graphql`, { headers });
    expect(response.status).toBe(200);
    return await response.text();
  } finally {
    await gateway.stop();
  }
}

test('no setting changes the schema', async () => {
  const usual = await servedWith({});
  expect(usual).toContain('UnmappedRefusalError');
  const provider = { PROVIDER: 'rest', PROVIDER_URL: 'http://127.0.0.1:9' };
  for (const environment of [
    provider,
    { REST: 'false' },
    { INTROSPECTION: 'authenticated' },
    { ROLES: 'api', ALPHANUMERIC_CNPJ: 'true' },
  ])
    expect(await servedWith(environment)).toBe(usual);
});
