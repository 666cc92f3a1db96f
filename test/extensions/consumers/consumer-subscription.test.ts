import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ackEvents,
  consumersOf,
  createConsumer,
  deleteConsumer,
  nextEvents,
  seekConsumer,
  type GivenEvent,
} from '../../support/consumers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { TestSocket } from '../../support/socket.ts';
import { cashIns, sql } from '../../support/webhooks.ts';

const FOLLOW = `subscription ($consumer: String, $worker: String, $after: String, $filter: WebhookEventFilter) {
  webhookEvents(consumer: $consumer, worker: $worker, after: $after, filter: $filter) { id cursor sequence name }
}`;
const UNACKED_MAX = 1_000;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

/** Records events together, as a provider reports them. */
async function record(count: number): Promise<void> {
  await sql(
    gateway,
    `insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
       occurred_at, body)
     select gen_random_uuid(), 'ACME_PAY', 'TED_CASH_IN_WAS_CLEARED', 'TED', nth::text, null, gen_random_uuid(),
       gen_random_uuid(), now(), '{}'
     from generate_series(1, ?::int) as nth`,
    [count],
  );
}

function shown(socket: TestSocket, id: string): readonly GivenEvent[] {
  return socket.messages('next', id).map(({ payload }) => payload.data.webhookEvents as GivenEvent);
}

async function shownAll(socket: TestSocket, id: string, count: number): Promise<readonly GivenEvent[]> {
  return eventually(() => Promise.resolve(shown(socket, id).length >= count && shown(socket, id)));
}

async function consumer(name: string) {
  return (await consumersOf(gateway)).find((one) => one.name === name);
}

/** Subscribes under a new consumer. */
async function follow(name: string, input: object = {}) {
  await createConsumer(gateway, { name, ...input });
  const socket = await socketOf(gateway);
  return { socket, id: socket.subscribe(FOLLOW, { consumer: name, worker: 'w1' }) };
}

describe('a subscription under a consumer', () => {
  test('starts at its position, continues live, and holds it until it ends', async () => {
    const { socket, id } = await follow('follows', { from: 'OLDEST', filter: { contexts: ['PIX'] } });
    const query = '{ webhookEvents(first: 100, filter: { contexts: [PIX] }) { nodes { id cursor sequence name } } }';
    const stored = (await gateway.data({ query })).webhookEvents.nodes as readonly GivenEvent[];
    expect(await shownAll(socket, id, stored.length)).toEqual(stored);
    await cashIns(gateway, 1);
    const all = await shownAll(socket, id, stored.length + 2);
    expect(all.slice(-2).map(({ name }) => name)).toEqual(['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED']);
    expect(await consumer('follows')).toMatchObject({ worker: 'w1', sequence: '1.10' });
    expect((await nextEvents(gateway, { consumer: 'follows', worker: 'w2' })).code).toBe('CONSUMER_BUSY');
    const other = socket.subscribe(FOLLOW, { consumer: 'follows', worker: 'w2' });
    expect((await socket.next('error', other)).payload).toMatchObject([
      {
        message: 'Another worker holds the consumer.',
        extensions: { code: 'CONSUMER_BUSY', leasedUntil: (await consumer('follows'))?.leasedUntil },
      },
    ]);
    await ackEvents(gateway, { consumer: 'follows', worker: 'w1', through: all.at(-2)?.cursor });
    socket.send({ id, type: 'complete' });
    await eventually(async () => (await consumer('follows'))?.worker === null);
    const again = socket.subscribe(FOLLOW, { consumer: 'follows', worker: 'w2' });
    expect(await shownAll(socket, again, 1)).toEqual(all.slice(-1));
    socket.webSocket.terminate();
    await eventually(async () => (await consumer('follows'))?.worker === null);
  });

  test('releases it if its filter is of another release and cannot be read', async () => {
    await createConsumer(gateway, { name: 'newer' });
    const store = (filter: string) =>
      sql(gateway, `update event_consumer set filter = ? where name = 'newer'`, [filter]);
    await store('{"eventNames":["NAME_OF_A_LATER_RELEASE"]}');
    const socket = await socketOf(gateway);
    await socket.next('error', socket.subscribe(FOLLOW, { consumer: 'newer', worker: 'w1' }));
    await store('{}');
    expect(await eventually(async () => (await consumer('newer'))?.worker === null)).toBe(true);
  });

  test('pauses while a thousand events are not acknowledged, and continues as they are', async () => {
    await record(2 * UNACKED_MAX + 200);
    const { socket, id } = await follow('pauses', { from: 'OLDEST', leaseSeconds: 600 });
    const first = await shownAll(socket, id, UNACKED_MAX);
    const ack = (event: GivenEvent | undefined) =>
      ackEvents(gateway, { consumer: 'pauses', worker: 'w1', through: event?.cursor });
    // Another stream reaches the end of the log meanwhile: this one could have, too.
    const parallel = socket.subscribe('subscription { webhookEvents { sequence } }');
    await eventually(async () => {
      await record(1);
      return socket.messages('next', parallel).length > 0;
    });
    expect(shown(socket, id)).toHaveLength(UNACKED_MAX);
    await ack(first[249]);
    expect((await shownAll(socket, id, UNACKED_MAX + 250)).length).toBe(UNACKED_MAX + 250);
    // Another process acks, and this one is not notified.
    const [{ position } = { position: '0' }] = await sql<{ position: string }>(
      gateway,
      `update event_consumer set position = (select position from event where partner_id = 'ACME_PAY' and
         epoch || '.' || position = ?) where name = 'pauses' returning position::text as position`,
      [shown(socket, id)[UNACKED_MAX + 99]?.sequence],
    );
    expect(Number(position)).toBeGreaterThan(0);
    const most = await shownAll(socket, id, 2 * UNACKED_MAX + 100);
    expect(most).toHaveLength(2 * UNACKED_MAX + 100);
    await ack(most.at(-1));
    const { webhookEvents } = await gateway.data({ query: '{ webhookEvents(last: 1) { nodes { sequence } } }' });
    const last = await eventually(() =>
      Promise.resolve(shown(socket, id).at(-1)?.sequence === webhookEvents.nodes[0].sequence),
    );
    expect(last).toBe(true);
    const positions = shown(socket, id).map(({ sequence }) => Number(sequence.split('.')[1]));
    expect(positions).toEqual(positions.map((_, nth) => (positions[0] ?? 0) + nth));
    socket.webSocket.terminate();
  });

  test.each(['older', 'newer'] as const)(
    'holds it until the last stream of its worker ends: first the %s',
    async (ends) => {
      const { socket, id: older } = await follow('shared', { leaseSeconds: 600 });
      await eventually(async () => (await consumer('shared'))?.worker === 'w1');
      const before = (await consumer('shared'))?.leasedUntil;
      const newer = socket.subscribe(FOLLOW, { consumer: 'shared', worker: 'w1' });
      const taken = await eventually(async () => {
        const { leasedUntil } = (await consumer('shared')) ?? {};
        return leasedUntil !== before && leasedUntil;
      });
      socket.send({ id: ends === 'older' ? older : newer, type: 'complete' });
      // Renewed immediately for the stream that continues.
      await eventually(async () => (await consumer('shared'))?.leasedUntil !== taken);
      expect((await nextEvents(gateway, { consumer: 'shared', worker: 'w2' })).code).toBe('CONSUMER_BUSY');
      socket.send({ id: ends === 'older' ? newer : older, type: 'complete' });
      await eventually(async () => (await consumer('shared'))?.worker === null);
      await deleteConsumer(gateway, { name: 'shared' });
      socket.webSocket.terminate();
    },
  );

  test.each([
    ['is moved', (name: string) => seekConsumer(gateway, { name, to: 'OLDEST' })],
    ['is deleted', (name: string) => deleteConsumer(gateway, { name })],
  ])('ends when the consumer %s', async (_case, change) => {
    const { socket, id } = await follow('ends');
    await eventually(async () => (await consumer('ends'))?.worker === 'w1');
    await change('ends');
    expect((await socket.next('error', id)).payload).toMatchObject([
      { message: 'The worker does not hold the consumer any more.', extensions: { code: 'CONSUMER_LEASE_LOST' } },
    ]);
    await deleteConsumer(gateway, { name: 'ends' });
    socket.webSocket.terminate();
  });

  test.each([
    ['worker', { consumer: 'example' }],
    ['worker', { worker: 'w' }],
    ['worker', { consumer: 'example', worker: 'two words' }],
    ['after', { consumer: 'example', worker: 'w', after: 'x' }],
    ['filter', { consumer: 'example', worker: 'w', filter: {} }],
  ])('is BAD_USER_INPUT for %s of %j', async (argument, variables) => {
    const socket = await socketOf(gateway);
    const id = socket.subscribe(FOLLOW, variables);
    expect((await socket.next('error', id)).payload).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', argument } },
    ]);
    socket.webSocket.terminate();
  });

  test('is refused at top level for an unknown consumer, another partner’s, and one whose position has expired', async () => {
    for (const [client, name] of [
      ['acme-pay', 'nope'],
      ['beta-pay', 'example'],
    ] as const) {
      const socket = await socketOf(gateway, client);
      const id = socket.subscribe(FOLLOW, { consumer: name, worker: 'w' });
      expect((await socket.next('error', id)).payload).toMatchObject([
        { message: 'Consumer not found.', extensions: { code: 'CONSUMER_NOT_FOUND' } },
      ]);
      socket.webSocket.terminate();
    }
    const socket = await socketOf(gateway);
    const id = socket.subscribe(FOLLOW, { consumer: 'forgotten', worker: 'w' });
    expect((await socket.next('error', id)).payload).toMatchObject([
      {
        message: 'The consumer stands before the oldest event that is kept.',
        extensions: { code: 'CONSUMER_PLACE_EXPIRED', oldestSequence: '1.11' },
      },
    ]);
    socket.webSocket.terminate();
  });
});
