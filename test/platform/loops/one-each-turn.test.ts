import { expect, test } from '@jest/globals';
import { OneEachTurn } from '../../../src/platform/loops/one-each-turn.ts';

/** Requests `count` pieces of work together; returns in which turn of the event loop each is done. */
async function turnsOf(turns: OneEachTurn, count: number): Promise<number[]> {
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const done = await Promise.all(Array.from({ length: count }, () => turns.take().then(() => turn)));
  isOver = true;
  return done;
}

test('one piece of work is done in each turn of the event loop, in their order', async () => {
  const done = await turnsOf(new OneEachTurn(), 5);
  expect(new Set(done).size).toBe(5);
  expect(done).toEqual(done.toSorted((one, other) => one - other));
});

test('work does not wait for work that is done', async () => {
  const turns = new OneEachTurn();
  await turnsOf(turns, 3);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await turnsOf(turns, 1)).toEqual([0]);
});
