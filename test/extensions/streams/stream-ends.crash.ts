import { afterEach, describe, expect, test } from '@jest/globals';
import { setSuspended } from '../../../src/bank/partners/partner-restrictions.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { happen, LIVE_EVENTS, logOf, socketOf } from '../../support/live-events.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { eventually, Gateway, type GatewayOptions } from '../../support/gateway.ts';
import { TestSocket } from '../../support/socket.ts';
import { TestStream } from '../../support/streams.ts';
import { serverUrl } from '../../support/test-database.ts';

const WIRES = ['events', 'parts'] as const;
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
type Wire = (typeof WIRES)[number];
/** How a stream ends that cannot continue. */
const END = { events: 'event: complete\ndata: \n\n', parts: '\r\n--graphql--\r\n' };
/** A stream is closed if its client, in this process, reads nothing for as long, as it may on a busy machine. */
const SHORT_BEAT_MS = 3_000;
/** Matches no event of these tests. */
const NO_MATCH = `subscription { webhookEvents(filter: { contexts: [TED] }) { id } }`;

let gateway: Gateway;

async function start(options: GatewayOptions = {}): Promise<void> {
  gateway = await Gateway.start(options);
  await setPocketLimit(gateway, '200001', 1_000_000);
}

afterEach(async () => {
  TestStream.endAll();
  TestSocket.endAll();
  await gateway.stop();
});

async function begin(wire: Wire, query = LIVE_EVENTS, variables = {}, headers = {}): Promise<TestStream> {
  const stream = await TestStream[wire]({
    ...{ url: gateway.app.url, token: await gateway.token('acme-pay'), query, variables, headers },
  });
  return stream;
}

function errorsOf(wire: Wire, stream: TestStream): unknown {
  return wire === 'events' ? stream.nexts().at(-1)?.data : stream.receivedParts().at(-1);
}

describe.each(WIRES)('a stream of %s', (wire) => {
  test('ends with UNAUTHENTICATED when its token expires', async () => {
    await start();
    const stream = await begin(wire);
    gateway.clock.advance(3_700);
    expect(await stream.ended).toBe(true);
    expect(errorsOf(wire, stream)).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(stream.text.endsWith(END[wire])).toBe(true);
  });

  test('is just closed by a server that stops', async () => {
    await start();
    const stream = await begin(wire);
    const stopped = gateway.stop();
    expect(await stream.ended).toBe(false);
    expect(stream.text).not.toMatch(/errors|complete|graphql--/);
    await stopped;
    gateway = await Gateway.start();
  });

  test('counts as a socket, and is refused beyond their limit until one has ended', async () => {
    await start({ environment: { SOCKETS_PER_PARTNER: '2' } });
    await socketOf(gateway);
    const stream = await begin(wire);
    const refused = await begin(wire);
    expect([refused.status, refused.headers['retry-after'], await refused.json()]).toMatchObject([
      ...[429, '1'],
      { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
    ]);
    stream.end();
    await eventually(async () => (await begin(wire)).status === 200);
  });

  test('sends heartbeats', async () => {
    await start({ beatMs: SHORT_BEAT_MS });
    const stream = await begin(wire, NO_MATCH);
    const heartbeat = wire === 'events' ? ':\n\n' : '{}\r\n--graphql';
    await eventually(() => Promise.resolve(stream.text.split(heartbeat).length > 4));
    expect(stream.response.complete).toBe(false);
  });
});

describe('a stream of events', () => {
  test('sends its position even without a match, and continues from there', async () => {
    await start({ beatMs: SHORT_BEAT_MS });
    const stream = await begin('events', NO_MATCH);
    const missed = await happen(gateway);
    await eventually(async () => (await logOf(gateway)).at(-1)?.entityId === missed);
    const positions = () => stream.received().filter(({ event }) => event === '');
    const before = positions().length;
    await eventually(() => Promise.resolve(positions().length >= before + 2));
    expect(stream.nexts()).toEqual([]);
    const id = positions().at(-1)?.id ?? '';
    const rest = await begin('events', LIVE_EVENTS, {}, { 'last-event-id': id });
    const next = await happen(gateway);
    await rest.shown(1);
    expect(rest.nexts().map(({ data }) => data.data.webhookEvents.entityId)).toEqual([next]);
  });
});

onPostgreSql.each(WIRES)('a stream of %s whose partner is suspended by another process', (wire) => {
  test('ends with PARTNER_SUSPENDED', async () => {
    await start();
    const stream = await begin(wire);
    await setSuspended(new Database(gateway.app.database.sessions), 'ACME_PAY', new Date());
    expect(await stream.ended).toBe(true);
    expect(errorsOf(wire, stream)).toMatchObject({ errors: [{ extensions: { code: 'PARTNER_SUSPENDED' } }] });
  });
});
