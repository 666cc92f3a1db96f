import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { call } from '../../support/rest.ts';

let gateway: Gateway | undefined;

afterEach(() => gateway?.stop());

test('REST=false leaves only GraphQL, and the descriptions of its errors', async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api', REST: 'false' } });
  for (const path of ['/openapi.json', '/errors/NOTHING', '/accounts/200001', '/webhooks/configurations'])
    expect((await fetch(gateway.app.url + path)).status).toBe(404);
  expect((await fetch(`${gateway.app.url}/errors/FORBIDDEN`)).status).toBe(200);
  expect((await gateway.ask({ query: '{ __typename }' })).status).toBe(200);
});

test('a client over its rate limit learns when to retry, before its request is validated', async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api', RATE_LIMIT: '2/60' } });
  const read = { scope: 'account.read' };
  for (let count = 0; count < 2; count += 1)
    expect((await call(gateway, 'GET /accounts/200001', read)).status).toBe(200);
  const wrong = { ...read, headers: { 'api-version': '9' } };
  const { status, headers, body } = await call(gateway, 'GET /customers/10020030169', wrong);
  expect([status, body.errors[0].code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(body.errors[0].details.retryAfterSeconds).toBe(Number(headers.get('retry-after')));
});

test('clients can have another prefix for the headers of the partner API', async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api', REST_HEADER_PREFIX: 'X-My-Bank-' } });
  const sent = (prefix: string) => ({
    scope: 'totp.create',
    headers: { [`${prefix}user-id`]: '10020030169' },
    body: {
      ...{ context: 'Pix', operation: 'RegisterEntry' },
      data: { addressingKey: { type: 'EMAIL', value: `${randomUUID()}@example.com` } },
    },
  });
  for (const prefix of ['x-my-bank-', 'x-svc-'])
    expect((await call(gateway, 'POST /totp', sent(prefix))).status).toBe(201);
  expect((await call(gateway, 'POST /totp', sent('x-other-'))).body).toEqual({ code: 'INVALID_USER_ID' });
});
