import { expect, test } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { stay } from './current-stay.ts';
import { Follower } from './follower.ts';

/** Starts what runs beside all further tests, until the minute is over. */
test('three partners start everyday use, a stock client follows events and messages, and an endpoint fails', async () => {
  const { stranger, life, receiver, retried, deeds, product } = stay;
  const { webhookEventsCursor } = await stranger.data({ query: '{ webhookEventsCursor }' });
  const follower = await Follower.after(webhookEventsCursor, stranger);
  stay.follower = follower;
  await life.tell(receiver);
  await retried.begin(stranger);
  await deeds.cashIn('200003', 'TED');
  life.begin();
  const hasFailed = () =>
    follower.messages.some(({ state, destination }) => state === 'FAILED' && destination.endsWith(retried.path));
  const hasBegun = () => life.completed.every((count) => count > 0) && follower.events.length > 0 && hasFailed();
  await product.whileAlive(() => eventually(() => Promise.resolve(life.wrong.length > 0 || hasBegun())));
  expect(life.wrong).toEqual([]);
});
