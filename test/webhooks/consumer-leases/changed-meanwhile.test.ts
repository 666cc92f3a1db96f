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
import { sql } from '../../support/webhooks.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

describe('a waiting nextEvents', () => {
  const name = 'changes';
  const byAnother = (change: string) => () => sql(gateway, change, [name]);
  const moves = {
    here: () => seekConsumer(gateway, { name, to: 'OLDEST' }),
    elsewhere: byAnother(`update event_consumer as consumer
      set position = example.position, partner_position = example.partner_position, epoch = example.epoch,
        worker = null, leased_until = null
      from event_consumer as example where example.partner_id = 'ACME_PAY' and example.name = 'example'
        and consumer.name = ?`),
  };
  const deletions = {
    here: () => deleteConsumer(gateway, { name }),
    elsewhere: byAnother('delete from event_consumer where name = ?'),
  };
  /** How long a poll waits, in seconds: a change in this process ends it earlier. */
  const seconds = { here: 20, elsewhere: 2 };

  async function waitUntil(where: keyof typeof seconds, change: () => Promise<unknown>) {
    await createConsumer(gateway, { name });
    const waiting = nextEvents(gateway, { consumer: name, worker: 'w1', wait: seconds[where] });
    await eventually(async () => (await consumersOf(gateway)).find((one) => one.name === name)?.worker === 'w1');
    const begun = performance.now();
    await change();
    const answer = await waiting;
    if (where === 'here') expect(performance.now() - begun).toBeLessThan((seconds.here / 2) * 1_000);
    return answer;
  }

  test.each(['here', 'elsewhere'] as const)('returns what follows the new position once moved %s', async (where) => {
    const answer = givenBy(await waitUntil(where, moves[where]));
    expect(answer.events.length).toBeGreaterThan(0);
    expect(answer.consumer).toMatchObject({ sequence: '1.10', worker: 'w1' });
    const through = answer.events[0]?.cursor;
    const acked = await ackEvents(gateway, { consumer: name, worker: 'w1', through });
    expect(acked.consumer?.worker).toBe('w1');
    await deleteConsumer(gateway, { name });
  });

  test.each(['here', 'elsewhere'] as const)('is CONSUMER_NOT_FOUND once deleted %s', async (where) => {
    expect((await waitUntil(where, deletions[where])).code).toBe('CONSUMER_NOT_FOUND');
  });
});
