import { afterEach, afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cashIns, createConfiguration, sql } from '../../support/webhooks.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { TestSocket } from '../../support/socket.ts';
import { forgetThePast, numberFromOne } from '../../support/world.ts';

const EVENTS = 4;
/** Cash-ins of the busy partner between any two of the other. */
const NOISE = 9;
const LOG =
  '{ webhookEvents(first: 100) { totalCount edges { cursor node { cursor sequence } } pageInfo { endCursor } } }';
const AFTER = 'query ($after: String) { webhookEvents(after: $after) { nodes { sequence } } }';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  await forgetThePast(gateway.app.database);
  await numberFromOne(gateway.app.database);
  await createConfiguration(gateway, { uri: 'http://127.0.0.1:9/' });
  for (let nth = 0; nth < EVENTS / 2; nth += 1) {
    await cashIns(gateway, 1, { client: 'beta-pay' });
    await cashIns(gateway, NOISE);
  }
  await eventually(async () => (await log()).totalCount === EVENTS);
});
afterEach(() => {
  TestSocket.endAll();
});
afterAll(() => gateway.stop());

interface Log {
  readonly totalCount: number;
  readonly edges: readonly {
    readonly cursor: string;
    readonly node: { readonly cursor: string; readonly sequence: string };
  }[];
  readonly pageInfo: { readonly endCursor: string };
}

async function log(): Promise<Log> {
  return (await gateway.data({ query: LOG, client: 'beta-pay' })).webhookEvents;
}

/** Returns the sequences in a page after a cursor, or the error code. */
async function pageAfter(cursor: string): Promise<unknown> {
  const { body } = await gateway.ask({ query: AFTER, variables: { after: cursor }, client: 'beta-pay' });
  const [failure] = body.errors ?? [];
  if (failure !== undefined) return failure.extensions['code'];
  const nodes = body.data?.webhookEvents.nodes as readonly { sequence: string }[];
  return nodes.map(({ sequence }) => sequence);
}

/** Returns the same from a stream. */
async function streamAfter(cursor: string): Promise<unknown> {
  const socket = await socketOf(gateway, 'beta-pay');
  const query = 'subscription ($after: String) { webhookEvents(after: $after) { sequence } }';
  const id = socket.subscribe(query, { after: cursor });
  const sequences = () =>
    socket.messages('next', id).map(({ payload }) => payload.data.webhookEvents.sequence as string);
  const codes = () => socket.messages('error', id).map(({ payload }) => payload[0].extensions.code as string);
  await eventually(() => Promise.resolve(codes().length > 0 || sequences().at(-1) === `1.${EVENTS}`));
  return codes()[0] ?? sequences();
}

async function expectAfter(cursor: string, expected: unknown): Promise<void> {
  expect(await pageAfter(cursor)).toEqual(expected);
  expect(await streamAfter(cursor)).toEqual(expected);
}

describe('what an idle partner sees', () => {
  test('reveals nothing about a busy one: in cursors, ids, totals, lengths or order', async () => {
    const { edges, totalCount } = await log();
    expect(totalCount).toBe(EVENTS);
    expect(edges.map(({ node }) => node.sequence)).toEqual(Array.from({ length: EVENTS }, (_, nth) => `1.${nth + 1}`));
    const twice = await log();
    expect(twice.edges).toEqual(edges);
    await cashIns(gateway, NOISE);
    await eventually(async () => (await sql(gateway, 'select from outbox')).length === 0);
    expect(await log()).toEqual(twice);
  });

  test.each(['webhookEventsCursor', 'webhookMessagesCursor'])(
    'has the same %s whatever others do in between',
    async (field) => {
      const end = async () => (await gateway.data({ query: `{ ${field} }`, client: 'beta-pay' }))[field] as string;
      gateway.clock.hold();
      const before = await end();
      await cashIns(gateway, NOISE);
      await eventually(async () => (await sql(gateway, 'select from outbox')).length === 0);
      expect(await end()).toBe(before);
      gateway.clock.reset();
    },
  );

  test('has cursors that hold its own positions, and nothing else', async () => {
    const { edges } = await log();
    const shown = edges.map(({ cursor }) => Buffer.from(cursor.slice(0, -16), 'base64url').toString());
    expect(shown).toEqual(edges.map((_, nth) => `\0\0\0\x01${nth + 1}\0\0\0\x011`));
  });

  test('has the same cursor for an event in pages, in the event and live', async () => {
    const { edges } = await log();
    for (const { cursor, node } of edges) expect(node.cursor).toBe(cursor);
    const socket = await socketOf(gateway, 'beta-pay');
    const id = socket.subscribe('subscription ($after: String) { webhookEvents(after: $after) { cursor } }', {
      after: edges[0]?.cursor,
    });
    await eventually(() => Promise.resolve(socket.messages('next', id).length === EVENTS - 1));
    const live = socket.messages('next', id).map(({ payload }) => payload.data.webhookEvents.cursor as string);
    expect(live).toEqual(edges.slice(1).map(({ cursor }) => cursor));
  });
});

test('a cursor that is made up, or of another partner or list, is invalid in pages and streams', async () => {
  const [first, second] = (await log()).edges;
  const [one, other] = [first?.cursor ?? '', second?.cursor ?? ''];
  await expectAfter(one, ['1.2', '1.3', '1.4']);
  await expectAfter(other.slice(0, -16) + one.slice(-16), 'INVALID_CURSOR');
  await expectAfter(`${one}A`, 'INVALID_CURSOR');
  const { webhookEvents } = await gateway.data({ query: LOG, client: 'acme-pay' });
  await expectAfter(webhookEvents.pageInfo.endCursor, 'INVALID_CURSOR');
  const { webhookMessagesCursor } = await gateway.data({ query: '{ webhookMessagesCursor }', client: 'beta-pay' });
  await expectAfter(webhookMessagesCursor, 'INVALID_CURSOR');
});
