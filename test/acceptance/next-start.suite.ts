import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { expectAcknowledged, expectDelivered, expectFollowed } from './acknowledged.ts';
import { stay } from './current-stay.ts';

/** Longest time that a stop may take, in milliseconds (README, Stop). */
const STOP_MS_MAX = 10_000;
/** Concurrent writers, and the number of answers after which the gateway is killed. */
const WRITERS = 8;
const ANSWERS = 60;

/** Expects a new event over the follower's old subscription, with none missing and none twice. */
async function expectContinued(): Promise<void> {
  const shown = () => stay.follower?.events.length ?? 0;
  const before = shown();
  await stay.deeds.cashIn('200002', 'PIX');
  // The log does not have the event yet when it is acknowledged.
  await stay.product.whileAlive(() => eventually(() => Promise.resolve(shown() > before)));
  await expectFollowed(stay);
}

describe('a gateway that is stopped', () => {
  test('ends with 0, and leaves no process', async () => {
    const stoppedAtMs = performance.now();
    expect(await stay.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAtMs).toBeLessThan(STOP_MS_MAX);
    expect(stay.product.hasLeft).toBe(true);
  });

  test('has everything that it acknowledged at its next start', async () => {
    await stay.startAgain();
    await expectAcknowledged(stay);
  });

  test('continues live events where it stopped', () => expectContinued());
});

describe('a gateway that is killed during writes', () => {
  test('has everything that it acknowledged at its next start', async () => {
    await writeUntilKilled();
    await stay.startAgain();
    await expectAcknowledged(stay);
  });

  test('creates one pocket for each key that was not answered', async () => {
    const { ledger, deeds } = stay;
    for (const [key, account] of ledger.unanswered) await deeds.pocketOn(account, key);
    await expectAcknowledged(stay);
  });

  test('continues live events where it was killed', () => expectContinued());

  test('delivers the events from before it was killed', () => expectDelivered(stay));
});

/** Writes concurrently, and kills the gateway after some answers, while a pocket is being created. */
async function writeUntilKilled(): Promise<void> {
  const { deeds, product, ledger } = stay;
  let answers = 0;
  const write = async () => {
    while (product.isAlive) {
      await deeds.pocketOn(await deeds.accountWithRoom(), randomUUID());
      await deeds.cashIn('200002', 'PIX');
      answers += 2;
      if (answers >= ANSWERS && ledger.unanswered.size > 0) product.kill();
    }
  };
  const writers = Array.from({ length: WRITERS }, () => write().catch(() => undefined));
  await Promise.all(writers);
  await product.ended;
}
