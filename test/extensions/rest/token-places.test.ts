import { expect, test } from '@jest/globals';
import { gateway } from '../../support/shared-gateway.ts';

test.each(['access_token', 'authorization', 'token'])(
  'a token in the query string, as %s, is ignored',
  async (name) => {
    const query = new URLSearchParams({ [name]: await gateway.token('acme-pay') }).toString();
    const headers = { 'api-version': '1' };
    expect((await fetch(`${gateway.app.url}/webhooks/configurations?${query}`, { headers })).status).toBe(401);
  },
);
