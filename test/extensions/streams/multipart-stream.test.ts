import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { happen, LIVE_EVENTS, logOf } from '../../support/live-events.ts';
import { setPocketLimit } from '../../support/pockets.ts';
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

async function begin(query: string, options: Partial<OpenStream> = {}): Promise<TestStream> {
  return TestStream.parts({ url: gateway.app.url, token: await gateway.token('acme-pay'), query, ...options });
}

describe('a subscription as parts', () => {
  test('shows each event in a part of its own, after a cursor', async () => {
    const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
    const before = await happen(gateway);
    const stream = await begin(LIVE_EVENTS, { variables: { after } });
    expect([stream.status, stream.headers]).toMatchObject([
      200,
      { 'content-type': 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0', 'cache-control': 'no-store' },
    ]);
    await stream.shown(1);
    const live = await happen(gateway);
    await stream.shown(2);
    expect(stream.text.startsWith('\r\n--graphql')).toBe(true);
    expect(stream.text.endsWith('}\r\n--graphql')).toBe(true);
    const [first, second] = (await logOf(gateway)).slice(-2);
    expect([first?.entityId, second?.entityId]).toEqual([before, live]);
    expect(stream.receivedParts()).toEqual(
      [first, second].map((event) => ({
        payload: { data: { webhookEvents: expect.objectContaining({ ...event }) } },
      })),
    );
  });

  test.each(['multipart/mixed; subscriptionSpec="1.0"', 'Multipart/Mixed;subscriptionSpec=1.0;boundary="graphql"'])(
    'is sent to clients that accept %s',
    async (accept) => {
      const stream = await begin(LIVE_EVENTS, { headers: { accept } });
      expect(stream.headers['content-type']).toBe('multipart/mixed;boundary=graphql;subscriptionSpec=1.0');
    },
  );

  test.each(['application/json', 'multipart/mixed;deferSpec=20220824,application/json', '*/*'])(
    'is refused to clients that accept %s, with where else it is',
    async (accept) => {
      const stream = await begin(LIVE_EVENTS, { headers: { accept } });
      expect([stream.status, await stream.json()]).toMatchObject([
        400,
        { errors: [{ message: expect.stringContaining('/graphql/stream'), extensions: { code: 'BAD_USER_INPUT' } }] },
      ]);
    },
  );

  test('is refused as JSON, with 400 for an invalid document or cursor', async () => {
    const lacking = await gateway.token('acme-pay', 'pocket.read');
    const cases = [
      [await begin(LIVE_EVENTS, { token: undefined }), 401, 'UNAUTHENTICATED'],
      [await begin(LIVE_EVENTS, { token: lacking }), 403, 'FORBIDDEN'],
      [await begin('subscription { nothing }'), 400, 'GRAPHQL_VALIDATION_FAILED'],
      [await begin('{'), 400, 'GRAPHQL_PARSE_FAILED'],
      [await begin(LIVE_EVENTS, { variables: { after: 'made-up' } }), 400, 'INVALID_CURSOR'],
    ] as const;
    for (const [stream, status, code] of cases)
      expect([stream.status, await stream.json()]).toMatchObject([status, { errors: [{ extensions: { code } }] }]);
  });

  test('does not change the answers to other operations', async () => {
    const stream = await begin('{ viewer { partner } }');
    expect(stream.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await stream.json()).toMatchObject({ data: { viewer: { partner: expect.any(String) } } });
  });

  test('ignores Last-Event-ID', async () => {
    await happen(gateway);
    const cursor = (await logOf(gateway)).at(-1)?.cursor ?? '';
    const stream = await begin(LIVE_EVENTS, { headers: { 'last-event-id': 'made-up' }, variables: { after: cursor } });
    expect(stream.status).toBe(200);
  });
});
