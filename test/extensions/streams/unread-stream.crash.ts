import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { happenOften, logOf } from '../../support/live-events.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { TestStream } from '../../support/streams.ts';

const EVENTS = 100;
/** 12 MB in all, at 15 bodies an event: more than the kernel buffers for a connection. */
const BODY_LENGTH = 8_000;
const BODIES = Array.from({ length: 15 }, (_, nth) => `body${nth}: body`).join(' ');
const LARGE = `subscription ($after: String) { webhookEvents(after: $after) { cursor sequence ${BODIES} } }`;
/** A client that reads nothing is dropped within two beats. */
const BEAT_MS = 1_000;

let gateway: Gateway;
let beginning: string;

beforeAll(async () => {
  gateway = await Gateway.start({ beatMs: BEAT_MS, environment: { SOCKETS_PER_PARTNER: '1' } });
  await setPocketLimit(gateway, '200001', 1_000_000);
  beginning = (await gateway.data({ query: '{ webhookEventsCursor }' })).webhookEventsCursor;
  await happenOften(gateway, EVENTS);
  await eventually(async () => (await logOf(gateway)).length >= EVENTS);
  await gateway.app.database.entityManager
    .getConnection()
    .execute(`update event set body = '{"filler":"' || repeat('x', ${BODY_LENGTH}) || '"}'`);
});
afterAll(async () => {
  TestStream.endAll();
  await gateway.stop();
});

const sequencesIn = ({ text }: TestStream) =>
  [...text.matchAll(/"sequence":"\d+\.(\d+)"/g)].map(([, nth]) => Number(nth));

describe.each(['events', 'parts'] as const)('a stream of %s whose client reads nothing', (wire) => {
  test('is dropped, and its place is free; what it has read continues without a gap in the next stream', async () => {
    const token = await gateway.token('acme-pay');
    const begin = (after: string) =>
      TestStream[wire]({ url: gateway.app.url, token, query: LARGE, variables: { after } });
    const unread = await begin(beginning);
    unread.response.pause();
    const next = await eventually(async () => {
      const stream = await begin(beginning);
      return stream.status === 200 && stream;
    });
    unread.response.resume();
    expect(await unread.ended).toBe(false);
    const read = sequencesIn(unread);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(EVENTS);
    await next.shown(EVENTS);
    const all = sequencesIn(next);
    expect(all.slice(0, read.length)).toEqual(read);
    expect(all).toEqual(Array.from({ length: EVENTS }, (_, nth) => (all[0] ?? 0) + nth));
    next.end();
  });
});
