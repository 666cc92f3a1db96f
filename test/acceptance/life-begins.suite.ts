import { expect, test } from '@jest/globals';
import { stay } from './current-stay.ts';
import { Follower } from './follower.ts';

/** Starts what runs beside all further tests, until the minute is over. */
test('three partners start everyday use, a stock client follows events, and an endpoint fails', async () => {
  const { stranger, life, receiver, retried, deeds } = stay;
  const { webhookEventsCursor } = await stranger.data({ query: '{ webhookEventsCursor }' });
  stay.follower = await Follower.after(webhookEventsCursor, stranger);
  await life.tell(receiver);
  await retried.begin(stranger);
  await deeds.cashIn('200003', 'TED');
  life.begin();
  expect(life.wrong).toEqual([]);
});
