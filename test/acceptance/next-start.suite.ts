import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { expectAcknowledged, expectDelivered } from './acknowledged.ts';
import { stay } from './current-stay.ts';
import { readLog } from './event-log.ts';

/** Longest that a stop may take, in milliseconds (README, Stop). */
const STOP_MS_MAX = 10_000;
/** Partners that write at the moment when it is killed, and how many answers they had got then. */
const WRITERS = 8;
const ANSWERS = 60;

/** A new event has come in over the socket that was there before, with none missing and none twice. */
async function expectFollowed(): Promise<void> {
  const { follower, stranger, deeds, product } = stay;
  await deeds.cashIn('200002', 'PIX');
  const log = await product.whileAlive(() =>
    eventually(async () => {
      const read = await readLog(stranger);
      return follower !== undefined && read.at(-1)?.id === follower.events.at(-1)?.id && read;
    }),
  );
  const { events = [], wrong } = follower ?? {};
  expect(events).toEqual(log.slice(-events.length));
  expect(wrong).toEqual([]);
}

describe('a gateway that is told to stop', () => {
  test('ends with 0, and nothing of it is left', async () => {
    const toldAtMs = performance.now();
    expect(await stay.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - toldAtMs).toBeLessThan(STOP_MS_MAX);
    expect(stay.product.hasLeft).toBe(true);
  });

  test('has at its next start all that it acknowledged', async () => {
    await stay.startAgain();
    await expectAcknowledged(stay);
  });

  test('goes on with live events where it stopped', () => expectFollowed());
});

describe('a gateway that is killed in the midst of writes', () => {
  test('has at its next start all that it acknowledged', async () => {
    await writeUntilKilled();
    await stay.startAgain();
    await expectAcknowledged(stay);
  });

  test('makes one pocket of each key whose answer never came', async () => {
    const { ledger, deeds } = stay;
    for (const [key, account] of ledger.unanswered) await deeds.pocketOn(account, key);
    await expectAcknowledged(stay);
  });

  test('goes on with live events where it was killed', () => expectFollowed());

  test('delivers what it told of before it was killed', () => expectDelivered(stay));
});

/** All partners write at once, and the gateway is killed when some answers have come. */
async function writeUntilKilled(): Promise<void> {
  const { deeds, product } = stay;
  let answers = 0;
  const write = async () => {
    while (product.isAlive) {
      await deeds.pocketOn(await deeds.accountWithRoom(), randomUUID());
      await deeds.cashIn('200002', 'PIX');
      answers += 2;
      if (answers >= ANSWERS) product.kill();
    }
  };
  const writers = Array.from({ length: WRITERS }, () => write().catch(() => undefined));
  await Promise.all(writers);
  await product.ended;
}
