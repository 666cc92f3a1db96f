import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ackEvents,
  createConsumer,
  givenBy,
  nextEvents,
  seekConsumer,
  type GivenEvent,
} from '../../support/consumers.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { happen, happenOften } from '../../support/live-events.ts';
import { cashIns, sql } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { setPocketLimit } from '../../support/pockets.ts';

const EVENTS = 'query { webhookEvents(first: 100) { nodes { id cursor sequence name occurredAt } } }';

let gateway: Gateway;
/** The events before any test. */
let past: readonly GivenEvent[];

beforeAll(async () => {
  gateway = await sharedGateway();
  await setPocketLimit(gateway, '200001', 1_000_000);
  await happenOften(gateway, 7);
  past = await eventually(async () => (await log()).length === 7 && log());
});
afterAll(() => gateway.stop());

async function log(): Promise<readonly GivenEvent[]> {
  return (await gateway.data({ query: EVENTS })).webhookEvents.nodes as readonly GivenEvent[];
}

const sequences = (events: readonly GivenEvent[]) => events.map(({ sequence }) => sequence);

/** Creates a consumer, by default at the oldest event. */
async function consumerAt(name: string, input: object = { from: 'OLDEST' }) {
  const { consumer, ...rest } = await createConsumer(gateway, { name, ...input });
  if (consumer === undefined) throw new Error(JSON.stringify(rest));
  return consumer;
}

/** Lets the lease of a consumer expire. */
async function expireLease(name: string): Promise<void> {
  await sql(
    gateway,
    `update event_consumer set leased_until = now() - interval '1 ms' where name = ? and partner_id = ?`,
    [name, gateway.partnerOf()],
  );
}

describe('a consumer', () => {
  test('receives what follows its position, the same until it is acknowledged, and then the next', async () => {
    await consumerAt('one');
    const ask = { consumer: 'one', worker: 'w1', max: 3 };
    const first = givenBy(await nextEvents(gateway, ask));
    expect(first.events).toEqual(past.slice(0, 3));
    expect(first.consumer).toMatchObject({ worker: 'w1', lag: 7, sequence: expect.stringMatching(/^\d+\.0$/) });
    expect(givenBy(await nextEvents(gateway, ask)).events).toEqual(first.events);
    const acked = await ackEvents(gateway, { consumer: 'one', worker: 'w1', through: past[1]?.cursor });
    expect(acked.consumer).toMatchObject({ sequence: past[1]?.sequence, cursor: past[1]?.cursor, lag: 5 });
    expect(givenBy(await nextEvents(gateway, ask)).events).toEqual(past.slice(2, 5));
    const bySequence = await ackEvents(gateway, { consumer: 'one', worker: 'w1', through: past[4]?.sequence });
    expect(bySequence.consumer).toMatchObject({ sequence: past[4]?.sequence, cursor: past[4]?.cursor, lag: 2 });
    const passed = await ackEvents(gateway, { consumer: 'one', worker: 'w1', through: past[0]?.cursor });
    expect(passed.consumer).toMatchObject({ sequence: past[4]?.sequence });
    expect(givenBy(await nextEvents(gateway, ask)).events).toEqual(past.slice(5));
  });

  test('starts now, at the oldest event or after a cursor, and is shown by its name and id', async () => {
    const now = await consumerAt('now', {});
    expect(now).toMatchObject({ sequence: past.at(-1)?.sequence, lag: 0, worker: null, leasedUntil: null, filter: {} });
    expect(await consumerAt('now-too', { from: 'NOW' })).toMatchObject({ sequence: past.at(-1)?.sequence, lag: 0 });
    const after = await consumerAt('after', { after: past[3]?.cursor });
    expect(after).toMatchObject({ sequence: past[3]?.sequence, cursor: past[3]?.cursor, lag: 3 });
    const oldest = await consumerAt('oldest', { from: 'OLDEST' });
    expect(oldest.lag).toBe(7);
    // The position is a cursor of the log, for pages and for other consumers.
    const page = 'query ($after: String) { webhookEvents(after: $after) { nodes { sequence } } }';
    for (const { cursor, lag } of [now, after, oldest]) {
      const { webhookEvents } = await gateway.data({ query: page, variables: { after: cursor } });
      expect(webhookEvents.nodes).toHaveLength(lag);
    }
    expect((await consumerAt('copy', { after: oldest.cursor })).sequence).toBe(oldest.sequence);
    const node = `query ($id: ID!) { node(id: $id) { id ... on EventConsumer { name sequence } } }`;
    expect((await gateway.data({ query: node, variables: { id: after.id } })).node).toEqual({
      id: after.id,
      name: 'after',
      sequence: past[3]?.sequence,
    });
  });

  test('has a filter, and a lag that counts only what matches', async () => {
    const filter = { contexts: ['PIX'], rawNames: ['PIX_CASH_IN_WAS_CLEARED'] };
    const made = await consumerAt('filtered', { from: 'NOW', filter });
    expect(made.filter).toEqual(filter);
    const pocket = await happen(gateway);
    await cashIns(gateway, 2);
    const given = await eventually(async () => {
      const { events, consumer } = givenBy(await nextEvents(gateway, { consumer: 'filtered', worker: 'w' }));
      return events.length === 2 && { events, consumer };
    });
    expect(given.events.map(({ name }) => name)).toEqual(['PIX_CASH_IN_WAS_CLEARED', 'PIX_CASH_IN_WAS_CLEARED']);
    expect(given.consumer.lag).toBe(2);
    expect(pocket).not.toBe('');
    const bad = await gateway.ask({
      query: 'mutation ($input: CreateConsumerInput!) { createConsumer(input: $input) { __typename } }',
      variables: {
        input: {
          name: 'bad',
          filter: { rawNames: Array.from({ length: 101 }, () => 'A').map((a, n) => a + String(n)) },
        },
      },
    });
    expect(bad.body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'filter.rawNames' } }]);
  });
});

describe('a lease', () => {
  test('excludes other workers, which learn its end, and is renewed by its own', async () => {
    await consumerAt('busy', { from: 'OLDEST', leaseSeconds: 10 });
    const mine = givenBy(await nextEvents(gateway, { consumer: 'busy', worker: 'w1', max: 1 }));
    const refused = await nextEvents(gateway, { consumer: 'busy', worker: 'w2' });
    expect(refused).toMatchObject({
      ...{ code: 'CONSUMER_BUSY', status: 409, message: 'Another worker holds the consumer.' },
      leasedUntil: mine.consumer.leasedUntil,
    });
    const again = givenBy(await nextEvents(gateway, { consumer: 'busy', worker: 'w1', max: 1 }));
    expect(Date.parse(again.consumer.leasedUntil ?? '')).toBeGreaterThanOrEqual(
      Date.parse(mine.consumer.leasedUntil ?? ''),
    );
    expect(await ackEvents(gateway, { consumer: 'busy', worker: 'w2', through: past[0]?.cursor })).toMatchObject({
      ...{ code: 'CONSUMER_LEASE_LOST', status: 409 },
      message: 'The worker does not hold the consumer any more.',
    });
  });

  test('that has expired can be taken by any worker; until then the previous worker can ack', async () => {
    await consumerAt('lapsing');
    await nextEvents(gateway, { consumer: 'lapsing', worker: 'w1', max: 2 });
    await expireLease('lapsing');
    const late = await ackEvents(gateway, { consumer: 'lapsing', worker: 'w1', through: past[0]?.cursor });
    expect(late.consumer?.sequence).toBe(past[0]?.sequence);
    expect(givenBy(await nextEvents(gateway, { consumer: 'lapsing', worker: 'w2', max: 2 })).events).toEqual(
      past.slice(1, 3),
    );
    const lost = await ackEvents(gateway, { consumer: 'lapsing', worker: 'w1', through: past[1]?.cursor });
    expect(lost.code).toBe('CONSUMER_LEASE_LOST');
    expect((await nextEvents(gateway, { consumer: 'lapsing', worker: 'w1' })).code).toBe('CONSUMER_BUSY');
  });

  test('goes to one worker if many request it concurrently', async () => {
    await consumerAt('raced');
    const workers = Array.from({ length: 8 }, (_, nth) => `w${nth}`);
    const results = await Promise.all(
      workers.map((worker) => nextEvents(gateway, { consumer: 'raced', worker, max: 1 })),
    );
    expect(results.filter(({ events }) => events !== undefined)).toHaveLength(1);
    expect(new Set(results.map(({ code }) => code))).toEqual(new Set([undefined, 'CONSUMER_BUSY']));
  });
});

describe('seekConsumer', () => {
  test('moves a consumer after a cursor, to an instant, to the oldest and the newest event, and releases it', async () => {
    await consumerAt('moved');
    await nextEvents(gateway, { consumer: 'moved', worker: 'w1' });
    const now = await seekConsumer(gateway, { name: 'moved', to: 'NOW' });
    const newest = (await log()).at(-1);
    expect(now.consumer).toMatchObject({ sequence: newest?.sequence, lag: 0, worker: null, leasedUntil: null });
    const lost = await ackEvents(gateway, { consumer: 'moved', worker: 'w1', through: past[0]?.cursor });
    expect(lost.code).toBe('CONSUMER_LEASE_LOST');
    const after = await seekConsumer(gateway, { name: 'moved', after: past[2]?.cursor });
    expect(after.consumer?.sequence).toBe(past[2]?.sequence);
    expect((await seekConsumer(gateway, { name: 'moved', to: 'OLDEST' })).consumer?.sequence).toMatch(/\.0$/);
    for (const event of (await log()).slice(1)) {
      const { consumer } = await seekConsumer(gateway, { name: 'moved', since: event.occurredAt });
      const entries = await log();
      const first = entries.findIndex(({ occurredAt }) => occurredAt >= event.occurredAt);
      const { events } = givenBy(await nextEvents(gateway, { consumer: 'moved', worker: 'w', max: 1 }));
      expect([consumer?.sequence, events[0]?.sequence]).toEqual([
        entries[first - 1]?.sequence ?? '1.0',
        entries[first]?.sequence,
      ]);
    }
    const future = await seekConsumer(gateway, { name: 'moved', since: '2999-01-01T00:00:00+03:00' });
    expect(future.consumer).toMatchObject({ lag: 0, sequence: newest?.sequence });
  });

  test.each([
    ['none', {}],
    ['two', { to: 'NOW', after: 'x' }],
    ['all', { to: 'NOW', after: 'x', since: '2026-11-24T00:00:00Z' }],
  ])('accepts one of to, after and since, not %s', async (_count, place) => {
    const { code, violations } = await seekConsumer(gateway, { name: 'moved', ...place });
    expect([code, violations?.map(({ path }) => path)]).toEqual(['INVALID_PARAMETER', [['to']]]);
  });

  test.each(['nonsense', '2026-11-24', '2026-02-30T00:00:00Z', '2026-11-24T00:00:00', '2026-11-24T25:00:00Z'])(
    'rejects an instant such as %s',
    async (since) => {
      const query =
        'mutation ($since: DateTime) { seekConsumer(input: { consumer: "moved", since: $since }) { __typename } }';
      const { body } = await gateway.ask({ query, variables: { since } });
      expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    },
  );
});

test('a consumer receives all events in the order of the log', async () => {
  await consumerAt('all');
  const seen: string[] = [];
  for (let given = 1; given > 0;) {
    const { events, sequences: now } = givenBy(await nextEvents(gateway, { consumer: 'all', worker: 'w', max: 2 }));
    given = events.length;
    seen.push(...now);
    if (given > 0) await ackEvents(gateway, { consumer: 'all', worker: 'w', through: events.at(-1)?.cursor });
  }
  expect(seen).toEqual(sequences(await log()));
});
