import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { consumersOf, nextEvents, seekConsumer } from '../../support/consumers.ts';
import { Gateway } from '../../support/gateway.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

test('the sandbox has consumers that start at the oldest event, and before it; ten events are deleted', async () => {
  const { webhookEvents } = await gateway.data({
    query: '{ webhookEvents(first: 1) { totalCount nodes { sequence } } }',
  });
  expect(webhookEvents).toEqual({ totalCount: 65, nodes: [{ sequence: '1.11' }] });
  expect(await consumersOf(gateway)).toMatchObject([
    { name: 'example', sequence: '1.10', lag: 65, filter: {}, worker: null },
    { name: 'forgotten', sequence: '1.5' },
  ]);
  expect(await nextEvents(gateway, { consumer: 'forgotten', worker: 'w' })).toMatchObject({
    ...{ code: 'CONSUMER_PLACE_EXPIRED', status: 422, oldestSequence: '1.11' },
    message: 'The consumer stands before the oldest event that is kept.',
  });
  expect((await seekConsumer(gateway, { name: 'forgotten', to: 'OLDEST' })).consumer?.sequence).toBe('1.10');
  const { events } = await nextEvents(gateway, { consumer: 'forgotten', worker: 'w', max: 1 });
  expect(events).toMatchObject([{ sequence: '1.11' }]);
});
