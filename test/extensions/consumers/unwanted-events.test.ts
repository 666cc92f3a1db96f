import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ackEvents, consumersOf, createConsumer, givenBy, nextEvents } from '../../support/consumers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { happen, socketOf } from '../../support/live-events.ts';
import { TestSocket } from '../../support/socket.ts';
import { cashIns, sql } from '../../support/webhooks.ts';

const FOLLOW = `subscription ($consumer: String, $worker: String) {
  webhookEvents(consumer: $consumer, worker: $worker) { sequence } }`;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterEach(() => {
  TestSocket.endAll();
});
afterAll(() => gateway.stop());

/** Lets the partner's events that are stored be removed, as when their month is over. */
async function forgetEvents(): Promise<void> {
  await sql(gateway, 'delete from event where partner_id = ?', [gateway.partnerOf()]);
}

/** Creates a consumer of events of pockets at the end of the log, after which a payment comes in. */
async function consumerOfPockets(name: string): Promise<void> {
  await createConsumer(gateway, { name, filter: { contexts: ['POCKET'] }, from: 'NOW' });
  const { sequence } = await shown(name);
  await cashIns(gateway, 1);
  await eventually(async () => ((await endOfLog()) ?? sequence) !== sequence);
}

async function shown(name: string) {
  const found = (await consumersOf(gateway)).find((consumer) => consumer.name === name);
  if (found === undefined) throw new Error(`There is no consumer ${name}.`);
  return found;
}

/** Returns the sequence of the newest event; undefined if none is stored. */
async function endOfLog(): Promise<string | undefined> {
  const { webhookEvents } = await gateway.data({ query: '{ webhookEvents(last: 1) { nodes { sequence } } }' });
  return webhookEvents.nodes[0]?.sequence;
}

/** Reads as each worker does, and returns what it received. */
const READERS: readonly [string, (consumer: string) => Promise<readonly unknown[]>][] = [
  ['asks for events', async (consumer) => givenBy(await nextEvents(gateway, { consumer, worker: 'w1' })).events],
  [
    'waits for events',
    async (consumer) => givenBy(await nextEvents(gateway, { consumer, worker: 'w1', wait: 1 })).events,
  ],
  [
    'subscribes to events',
    async (consumer) => {
      const socket = await socketOf(gateway);
      const id = socket.subscribe(FOLLOW, { consumer, worker: 'w1' });
      await eventually(async () => (await shown(consumer)).worker === 'w1');
      await eventually(async () => (await shown(consumer)).sequence === (await endOfLog()));
      return socket.messages('next', id);
    },
  ],
];

test.each(READERS)('a worker that %s misses none if only unwanted ones are removed', async (way, read) => {
  const consumer = way.replaceAll(' ', '-');
  await consumerOfPockets(consumer);
  expect(await read(consumer)).toEqual([]);
  await forgetEvents();
  TestSocket.endAll();
  await happen(gateway);
  const { events } = await eventually(async () => {
    const given = givenBy(await nextEvents(gateway, { consumer, worker: 'w1' }));
    return given.events.length > 0 && given;
  });
  expect(events).toMatchObject([{ name: 'POCKET_ACCOUNT_WAS_CREATED' }]);
});

test('an event that matches is given again until it is acknowledged, whatever follows', async () => {
  await consumerOfPockets('wanted');
  await happen(gateway, '200002');
  await cashIns(gateway, 1);
  const ask = { consumer: 'wanted', worker: 'w1' };
  const first = await eventually(async () => {
    const { events } = givenBy(await nextEvents(gateway, ask));
    return events.length > 0 && events;
  });
  await eventually(async () => (await endOfLog()) !== first[0]?.sequence);
  expect(givenBy(await nextEvents(gateway, ask)).events).toEqual(first);
  await ackEvents(gateway, { ...ask, through: first[0]?.cursor });
  expect(givenBy(await nextEvents(gateway, ask))).toMatchObject({ events: [], consumer: { lag: 0 } });
  expect((await shown('wanted')).sequence).toBe(await endOfLog());
});
