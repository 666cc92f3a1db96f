import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConsumer, nextEvents } from '../../support/consumers.ts';
import { happen, LIVE_EVENTS, logOf } from '../../support/live-events.ts';
import { CREATE_POCKET, pocketInput, setPocketLimit } from '../../support/pockets.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import type { Gateway } from '../../support/gateway.ts';
import { TestStream, type OpenStream } from '../../support/streams.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
  await setPocketLimit(gateway, '200001', 1_000_000);
});
afterAll(async () => {
  TestStream.endAll();
  await gateway.stop();
});

async function begin(query: string, options: Partial<OpenStream> = {}, client = 'acme-pay'): Promise<TestStream> {
  return TestStream.events({ url: gateway.app.url, token: await gateway.token(client), query, ...options });
}

async function endOfLog(): Promise<string> {
  const { webhookEventsCursor } = await gateway.data({ query: '{ webhookEventsCursor }' });
  return webhookEventsCursor;
}

describe('server-sent events', () => {
  test.each(['GET', 'POST'] as const)('show each event with its cursor as id, requested by %s', async (method) => {
    const after = await endOfLog();
    const stream = await begin(LIVE_EVENTS, { method, variables: { after } });
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-correlation-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const happened = [await happen(gateway), await happen(gateway)];
    await stream.shown(2);
    const log = (await logOf(gateway)).slice(-2);
    expect(log.map(({ entityId }) => entityId)).toEqual(happened);
    expect(stream.nexts().map(({ id, data }) => ({ ...data.data.webhookEvents, id }))).toMatchObject(
      log.map(({ cursor, entityId }) => ({ id: cursor, cursor, entityId })),
    );
    expect(stream.text.startsWith(':\n\n')).toBe(true);
  });

  test('continue after Last-Event-ID, which overrides the argument unless it is empty', async () => {
    const after = await endOfLog();
    const happened = [await happen(gateway), await happen(gateway), await happen(gateway)];
    const all = await begin(LIVE_EVENTS, { variables: { after }, headers: { 'last-event-id': '' } });
    await all.shown(3);
    const [first] = all.nexts();
    const rest = await begin(LIVE_EVENTS, { variables: { after }, headers: { 'last-event-id': first?.id ?? '' } });
    await rest.shown(2);
    expect(rest.nexts().map(({ data }) => data.data.webhookEvents.entityId)).toEqual(happened.slice(1));
    const noArgument = await begin('subscription { webhookEvents { entityId } }', {
      headers: { 'last-event-id': first?.id ?? '' },
    });
    await noArgument.shown(2);
    expect(noArgument.nexts().map(({ data }) => data.data.webhookEvents.entityId)).toEqual(happened.slice(1));
  });

  test('report an invalid Last-Event-ID and one of another partner in the stream, by its name', async () => {
    await happen(gateway);
    const foreign = (await logOf(gateway)).at(-1)?.cursor ?? '';
    for (const [id, client] of [
      ['made-up', 'acme-pay'],
      [foreign, 'beta-pay'],
    ] as const) {
      const stream = await begin(LIVE_EVENTS, { headers: { 'last-event-id': id } }, client);
      expect(await stream.ended).toBe(true);
      expect([stream.status, stream.received()]).toMatchObject([
        200,
        [
          { event: 'next', data: { errors: [{ extensions: { code: 'INVALID_CURSOR', argument: 'Last-Event-ID' } }] } },
          { event: 'complete' },
        ],
      ]);
    }
  });

  test('report in the stream why a consumer is not followed', async () => {
    const query = 'subscription ($name: String!) { webhookEvents(consumer: $name, worker: "two") { entityId } }';
    await createConsumer(gateway, { name: 'held' });
    await nextEvents(gateway, { consumer: 'held', worker: 'one' });
    for (const [name, code] of [
      ['held', 'CONSUMER_BUSY'],
      ['unheard-of', 'CONSUMER_NOT_FOUND'],
    ]) {
      const stream = await begin(query, { variables: { name } });
      expect(await stream.ended).toBe(true);
      expect([stream.status, stream.received()]).toMatchObject([
        200,
        [{ event: 'next', data: { errors: [{ extensions: { code } }] } }, { event: 'complete' }],
      ]);
    }
  });

  test('answer queries and mutations with one result, and complete', async () => {
    const query = await begin('{ viewer { partner } }', { method: 'GET' });
    expect(await query.ended).toBe(true);
    expect(query.received()).toMatchObject([
      { event: 'next', data: { data: { viewer: { partner: expect.any(String) } } } },
      { event: 'complete', data: undefined },
    ]);
    expect(query.text).toContain('event: complete\ndata: \n\n');
    const mutation = await begin(CREATE_POCKET, { variables: { input: pocketInput() } });
    await mutation.ended;
    expect(mutation.nexts()).toMatchObject([{ data: { data: { createPocket: { replayed: false } } } }]);
  });

  test('do not execute mutations sent by GET', async () => {
    const variables = { input: pocketInput() };
    const stream = await begin(CREATE_POCKET, { method: 'GET', variables });
    expect([stream.status, stream.headers.allow]).toEqual([405, 'POST']);
    expect(await stream.json()).toMatchObject({ errors: [{ message: 'Mutations must be sent by POST.' }] });
    // The second time, the document is known.
    expect((await begin(CREATE_POCKET, { method: 'GET', variables })).status).toBe(405);
    const first = await begin(CREATE_POCKET, { variables });
    expect(await first.ended).toBe(true);
    expect(first.nexts()).toMatchObject([{ data: { data: { createPocket: { replayed: false } } } }]);
  });

  test.each([
    ['that is not GraphQL', '{', {}],
    ['with an unknown field', '{ nothing }', {}],
    ['without an operation', '', {}],
    ['with a wrong variable', 'subscription ($after: String) { webhookEvents(after: $after) { id } }', { after: {} }],
  ])('report a document %s in the stream', async (_what, query, variables) => {
    const stream = await begin(query, { variables });
    expect(await stream.ended).toBe(true);
    expect(stream.status).toBe(200);
    expect(stream.received()).toMatchObject([
      { event: 'next', data: { errors: [{ message: expect.any(String) }] } },
      { event: 'complete' },
    ]);
  });

  test('are refused as JSON before there is a stream', async () => {
    const { url } = gateway.app;
    const lacking = await gateway.token('acme-pay', 'pocket.read');
    const cases = [
      [await begin(LIVE_EVENTS, { token: undefined }), 401, 'UNAUTHENTICATED'],
      [await begin(LIVE_EVENTS, { token: 'made.up.token' }), 401, 'UNAUTHENTICATED'],
      [await begin(LIVE_EVENTS, { token: lacking }), 403, 'FORBIDDEN'],
      [await begin(LIVE_EVENTS, { headers: { accept: 'application/json' } }), 406, 'NOT_ACCEPTABLE'],
      [await begin(LIVE_EVENTS, { headers: { accept: '*/*' } }), 406, 'NOT_ACCEPTABLE'],
      [await begin(LIVE_EVENTS, { headers: { accept: 'text/event-stream;q=0' } }), 406, 'NOT_ACCEPTABLE'],
      [await begin(LIVE_EVENTS, { headers: { accept: '*/*, text/event-stream; q=0.000' } }), 406, 'NOT_ACCEPTABLE'],
      [await begin(LIVE_EVENTS, { headers: { 'x-correlation-id': 'none' } }), 400, 'BAD_REQUEST'],
      [await begin(LIVE_EVENTS, { headers: { 'api-version': '9' } }), 400, 'UNSUPPORTED_API_VERSION'],
      [await begin('{ nothing', { headers: { 'x-correlation-id': 'none' } }), 400, 'BAD_REQUEST'],
      [await begin(LIVE_EVENTS, { headers: { 'content-type': 'text/plain' } }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [await begin(LIVE_EVENTS, { headers: { host: 'elsewhere.example' } }), 421, 'MISDIRECTED_REQUEST'],
    ] as const;
    for (const [stream, status, code] of cases) {
      expect([stream.status, await stream.json()]).toMatchObject([status, { errors: [{ extensions: { code } }] }]);
      expect(stream.headers['content-type']).toBe('application/json; charset=utf-8');
    }
    expect((await fetch(`${url}/graphql/stream`, { method: 'HEAD' })).status).toBe(405);
    expect((await fetch(`${url}/graphql/stream`, { method: 'PUT' })).status).toBe(405);
  });

  test('are served to pages of allowed origins', async () => {
    const preflight = await fetch(`${gateway.app.url}/graphql/stream`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('last-event-id');
    const stream = await begin(LIVE_EVENTS, { headers: { origin: 'http://localhost:5173' } });
    expect(stream.headers['access-control-allow-origin']).toBe('http://localhost:5173');
    const foreign = await begin(LIVE_EVENTS, { headers: { origin: 'https://elsewhere.example' } });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
  });
});
