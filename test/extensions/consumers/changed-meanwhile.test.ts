import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ackEvents,
  consumersOf,
  createConsumer,
  deleteConsumer,
  givenBy,
  nextEvents,
  seekConsumer,
} from '../../support/consumers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { TestSocket } from '../../support/socket.ts';
import { sql } from '../../support/webhooks.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ lookForOthersMs: 200 });
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

const name = 'changes';
const byAnother = (change: string) => () => sql(gateway, change, [name]);
/** Moves the consumer to the beginning, in this process or as another one does it. */
const moves = {
  here: () => seekConsumer(gateway, { name, to: 'OLDEST' }),
  elsewhere: byAnother(`update event_consumer as consumer
    set position = example.position, epoch = example.epoch, worker = null, leased_until = null
    from event_consumer as example where example.partner_id = 'ACME_PAY' and example.name = 'example'
      and consumer.name = ?`),
};
/** Longest wait of a poll, in seconds. A lease is renewed about as late. */
const LONG = 20;

async function untilHeld(): Promise<void> {
  await eventually(async () => (await consumersOf(gateway)).find((one) => one.name === name)?.worker === 'w1');
}

describe('a waiting nextEvents', () => {
  const deletions = {
    here: () => deleteConsumer(gateway, { name }),
    elsewhere: byAnother('delete from event_consumer where name = ?'),
  };

  async function waitUntil(change: () => Promise<unknown>) {
    await createConsumer(gateway, { name });
    const waiting = nextEvents(gateway, { consumer: name, worker: 'w1', wait: LONG });
    await untilHeld();
    const begun = performance.now();
    await change();
    const answer = await waiting;
    expect(performance.now() - begun).toBeLessThan((LONG / 2) * 1_000);
    return answer;
  }

  test.each(['here', 'elsewhere'] as const)('returns what follows the new position once moved %s', async (where) => {
    const answer = givenBy(await waitUntil(moves[where]));
    expect(answer.events.length).toBeGreaterThan(0);
    expect(answer.consumer).toMatchObject({ sequence: '1.10', worker: 'w1' });
    const through = answer.events[0]?.cursor;
    const acked = await ackEvents(gateway, { consumer: name, worker: 'w1', through });
    expect(acked.consumer?.worker).toBe('w1');
    await deleteConsumer(gateway, { name });
  });

  test.each(['here', 'elsewhere'] as const)('is CONSUMER_NOT_FOUND once deleted %s', async (where) => {
    expect((await waitUntil(deletions[where])).code).toBe('CONSUMER_NOT_FOUND');
  });
});

test.each(['here', 'elsewhere'] as const)('a subscription ends when its consumer is moved %s', async (where) => {
  await createConsumer(gateway, { name });
  const socket = await socketOf(gateway);
  const id = socket.subscribe(`subscription { webhookEvents(consumer: "${name}", worker: "w1") { id } }`);
  await untilHeld();
  const begun = performance.now();
  await moves[where]();
  expect((await socket.next('error', id)).payload).toMatchObject([{ extensions: { code: 'CONSUMER_LEASE_LOST' } }]);
  expect(performance.now() - begun).toBeLessThan((LONG / 2) * 1_000);
  await deleteConsumer(gateway, { name });
});
