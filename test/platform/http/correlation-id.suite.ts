import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eventually, type GraphqlBody } from '../../support/gateway.ts';
import { createPocket, expectSuccess, pocketInput } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Requests that end at different depths of the gateway. */
const REQUESTS: readonly [string, number, RequestInit][] = [
  ['an answer', 200, { body: '{"query":"{ __typename }"}' }],
  ['a query by GET', 200, { method: 'GET', headers: { 'apollo-require-preflight': 'yes' } }],
  ['a blocked GET', 400, { method: 'GET', headers: { accept: 'application/json' } }],
  ['a broken body', 400, { body: '{' }],
  ['a body of another type', 415, { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ['a body that is too large', 413, { body: 'x'.repeat(300_000) }],
  ['a batch', 400, { body: '[]' }],
  ['a syntax error', 400, { body: '{"query":"{"}' }],
  ['an unknown field', 400, { body: '{"query":"{ nothing }"}' }],
  ['an unknown operation', 400, { body: '{"query":"query A { __typename }","operationName":"B"}' }],
  ['wrong variables', 400, { body: '{"query":"query ($n: String!) { __type(name: $n) { name } }"}' }],
  ['a missing token', 401, { body: '{"query":"{ viewer { partner } }"}' }],
  ['a wrong token', 401, { body: '{"query":"{ __typename }"}', headers: { authorization: 'Bearer x' } }],
  ['a wrong api-version', 400, { body: '{"query":"{ errorCatalogue { code } }"}', headers: { 'api-version': '3' } }],
];

async function send({ headers, ...init }: RequestInit, correlationId?: string) {
  const query = init.method === 'GET' ? '?query={__typename}' : '';
  const response = await fetch(`${gateway.app.url}/graphql${query}`, {
    method: 'POST',
    headers: {
      ...(init.method !== 'GET' && { 'content-type': 'application/json' }),
      ...(correlationId !== undefined && { 'x-correlation-id': correlationId }),
      ...(headers as Record<string, string> | undefined),
    },
    ...init,
  });
  const body = (await response.json()) as GraphqlBody;
  return {
    status: response.status,
    inHeader: response.headers.get('x-correlation-id'),
    inBody: body.extensions?.correlationId,
  };
}

describe.each(REQUESTS)('%s, HTTP %i,', (_case, status, request) => {
  test('shows the correlation id that was sent, in header and body', async () => {
    const correlationId = randomUUID();
    expect(await send(request, correlationId)).toEqual({ status, inHeader: correlationId, inBody: correlationId });
  });

  test('shows a new one when none was sent', async () => {
    const [one, other] = [await send(request), await send(request)];
    expect(one.inHeader).toMatch(UUID_V4);
    expect(one.inBody).toBe(one.inHeader);
    expect(other.inHeader).not.toBe(one.inHeader);
  });
});

describe('a correlation id', () => {
  test.each([
    ['not a GUID', 'order-1'],
    ['a GUID of version 1', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
    ['a GUID of version 7', '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['a GUID of another variant', '0b6a1ad6-4d09-4d6c-cd3e-0f3a2f1c7e55'],
    ['the nil GUID', '00000000-0000-0000-0000-000000000000'],
    ['a GUID in braces', '{0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55}'],
    ['a GUID without hyphens', '0b6a1ad64d094d6c9d3e0f3a2f1c7e55'],
    ['two of them', '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55, 0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55'],
  ])('that is %s is refused and not repeated', async (_case, correlationId) => {
    const { status, headers, body } = await gateway.ask({
      query: '{ viewer { partner } }',
      headers: { 'x-correlation-id': correlationId },
    });
    expect(status).toBe(400);
    expect(headers.get('x-correlation-id')).toBeNull();
    expect(body).toEqual({
      errors: [{ message: 'x-correlation-id must be a GUID of version 4.', extensions: { code: 'BAD_REQUEST' } }],
    });
  });

  test('in upper case is accepted', async () => {
    const correlationId = randomUUID();
    const { status, inHeader } = await send({ body: '{"query":"{ __typename }"}' }, correlationId.toUpperCase());
    expect(status).toBe(200);
    expect(inHeader?.toLowerCase()).toBe(correlationId);
  });

  test('of a request is also that of the event that it causes', async () => {
    const correlationId = randomUUID();
    const headers = { 'x-correlation-id': correlationId };
    await expectSuccess(createPocket(gateway, pocketInput(), { headers }));
    const event = await eventually(async () => {
      const query = '{ webhookEvents(first: 100) { nodes { correlationId } } }';
      const { webhookEvents } = await gateway.data({ query });
      const nodes: { correlationId: string }[] = webhookEvents.nodes;
      return nodes.find((node) => node.correlationId === correlationId);
    });
    expect(event).toEqual({ correlationId });
  });
});
