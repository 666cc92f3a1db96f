import { createHmac, hash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openSecretBox } from '../../../src/composition/services.ts';
import { readStorageConfig } from '../../../src/config/storage.ts';
import { CursorKeys } from '../../../src/platform/cursors/cursor-keys.ts';
import { rotateCursorKey, forgetClosedKeys } from '../../../src/platform/cursors/rotate-cursor-key.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { cashIns, createConfiguration, sql } from '../../support/webhooks.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { TestSocket } from '../../support/socket.ts';
import { forgetThePast, numberFromOne } from '../../support/world.ts';

/** In milliseconds. Short, since the test changes keys as another process would. */
const LOOK_FOR_OTHERS_MS = 50;
const EVENTS = 4;
/** Cash-ins of the busy partner between any two of the other. */
const NOISE = 9;
/** As many as one document can request. */
const ALIASES = 10;
const LOG =
  '{ webhookEvents(first: 100) { totalCount edges { cursor node { cursor sequence } } pageInfo { endCursor } } }';
const AFTER = 'query ($after: String) { webhookEvents(after: $after) { nodes { sequence } } }';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ lookForOthersMs: LOOK_FOR_OTHERS_MS });
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

/** Returns a cursor as it was before cursors were sealed. */
async function openCursor(values: readonly string[]): Promise<string> {
  const [row] = await sql<{ key: string }>(gateway, 'select cursor_key as "key" from installation');
  const partnerId = gateway.partnerOf('beta-pay');
  const scope = JSON.stringify([1, 'webhookEvents', partnerId, JSON.stringify([partnerId])]);
  const key = createHmac('sha256', row?.key ?? '')
    .update(scope)
    .digest('base64url');
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
  return payload + hash('sha256', key + payload, 'base64url').slice(0, 16);
}

async function rotate(isCompromised: boolean): Promise<void> {
  const { database } = gateway.app;
  const secrets = await openSecretBox(readStorageConfig({}), database);
  await rotateCursorKey(new Database(database.sessions), secrets, isCompromised);
}

/** Waits until the gateway has loaded the keys and seals with another. */
function sealsWithAnother(previous: string): Promise<boolean> {
  return eventually(async () => (await log()).edges[0]?.cursor !== previous);
}

describe('what an idle partner sees', () => {
  test('reveals nothing about a busy one: in cursors, ids, totals, lengths or order', async () => {
    const { edges, pageInfo, totalCount } = await log();
    expect(totalCount).toBe(EVENTS);
    expect(edges.map(({ node }) => node.sequence)).toEqual(Array.from({ length: EVENTS }, (_, nth) => `1.${nth + 1}`));
    const { webhookEventsCursor: end } = await gateway.data({ query: '{ webhookEventsCursor }', client: 'beta-pay' });
    const positions = await sql<{ position: string }>(gateway, 'select position::text as "position" from event');
    for (const cursor of [...edges.map((edge) => edge.cursor), pageInfo.endCursor, String(end)]) {
      expect(cursor).toHaveLength(108);
      const shown = Buffer.from(cursor, 'base64url').toString('latin1') + cursor;
      for (const { position } of positions) expect(shown).not.toContain(`"${position}"`);
    }
    const twice = await log();
    expect(twice.edges).toEqual(edges);
    await cashIns(gateway, NOISE);
    await eventually(async () => (await sql(gateway, 'select from outbox')).length === 0);
    expect(await log()).toEqual(twice);
  });

  test.each(['webhookEventsCursor', 'webhookMessagesCursor'])(
    'has another %s each time: none reveals whether others were active in between',
    async (field) => {
      const aliases = Array.from({ length: ALIASES }, (_, nth) => `c${nth}: ${field}`).join(' ');
      gateway.clock.hold();
      const cursors = Object.values<string>(await gateway.data({ query: `{ ${aliases} }`, client: 'beta-pay' }));
      gateway.clock.reset();
      expect(new Set(cursors).size).toBe(ALIASES);
      for (const cursor of cursors) expect(cursor).toHaveLength(108);
    },
  );

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

describe('a cursor from before cursors were sealed', () => {
  const rest = ['1.2', '1.3', '1.4'];

  test('of an event or of the end of the log is still valid', async () => {
    const [first] = await sql<{ position: string }>(
      gateway,
      'select position::text as "position" from event where partner_id = ? order by event.position limit 1',
      [gateway.partnerOf('beta-pay')],
    );
    const position = first?.position ?? '';
    await expectAfter(await openCursor([position]), rest);
    const issuedAt = gateway.clock.now().toISOString();
    await expectAfter(await openCursor([position, issuedAt]), rest);
  });

  test('is CURSOR_EXPIRED once their time is over, and a made-up one is INVALID_CURSOR', async () => {
    const previous = await openCursor(['1']);
    await sql(gateway, 'update installation set open_cursors_until = now()');
    const code = 'CURSOR_EXPIRED';
    await eventually(async () => (await pageAfter(previous)) === code);
    await expectAfter(previous, code);
    const { body } = await gateway.ask({ query: AFTER, variables: { after: previous }, client: 'beta-pay' });
    expect(body.errors?.[0]?.message).toBe(
      'after is too old to resume from: find later items by time, and skip those that you already have by id.',
    );
    await expectAfter(`${previous}A`, 'INVALID_CURSOR');
  });
});

describe('when the cursor key is rotated', () => {
  test('the new one seals two minutes later, and cursors of the previous one are valid for 30 days', async () => {
    const previous = (await log()).edges[0]?.cursor ?? '';
    await rotate(false);
    const [made] = await sql<{ seconds: number }>(
      gateway,
      'select extract(epoch from max(seals_from) - now())::int as "seconds" from cursor_key',
    );
    expect(made?.seconds).toBeGreaterThan(100);
    expect(made?.seconds).toBeLessThanOrEqual(120);
    await sql(gateway, 'update cursor_key set seals_from = now() where id = 2');
    await sealsWithAnother(previous);
    const rest = ['1.2', '1.3', '1.4'];
    await expectAfter(previous, rest);
    await expectAfter((await log()).edges[0]?.cursor ?? '', rest);
    await sql(gateway, `update cursor_key set seals_from = now() - interval '31 days' where id = 1`);
    await sql(gateway, `update cursor_key set seals_from = now() - interval '30 days' where id = 2`);
    await eventually(async () => (await pageAfter(previous)) === 'CURSOR_EXPIRED');
    await expectAfter(previous, 'CURSOR_EXPIRED');
    await forgetClosedKeys(new Database(gateway.app.database.sessions));
    expect(await sql(gateway, 'select id::int as "id" from cursor_key where sealed_key is null')).toEqual([{ id: 1 }]);
  });

  test('as compromised before it seals, it never seals', async () => {
    await rotate(false);
    const previous = (await log()).edges[0]?.cursor ?? '';
    await rotate(true);
    await sealsWithAnother(previous);
    const [last] = await sql<{ id: number }>(
      gateway,
      'update cursor_key set seals_from = now() where sealed_key is null and seals_from > now() returning id::int as "id"',
    );
    expect(last).toBeDefined();
    const { cursor = '' } = (await log()).edges[0] ?? {};
    const { database } = gateway.app;
    const secrets = await openSecretBox(readStorageConfig({}), database);
    await new CursorKeys(new Database(database.sessions), secrets, '').look();
    await sql(gateway, `update cursor_key set seals_from = now() - interval '31 days' where sealed_key is null`);
    await expectAfter(cursor, ['1.2', '1.3', '1.4']);
  });

  test('as compromised, none of the previous keys opens cursors any more', async () => {
    const previous = (await log()).edges[0]?.cursor ?? '';
    await rotate(true);
    await sealsWithAnother(previous);
    await expectAfter(previous, 'CURSOR_EXPIRED');
    const rest = ['1.2', '1.3', '1.4'];
    await expectAfter((await log()).edges[0]?.cursor ?? '', rest);
  });
});
