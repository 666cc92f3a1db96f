import { describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { stay } from './current-stay.ts';
import { expectAcknowledged, expectDelivered, expectFollowed } from './acknowledged.ts';

const MINUTE_MS = 60_000;
const minutes = Number(process.env['ACCEPTANCE_MINUTES'] ?? '1');
/** Longest wait after the time is over, in milliseconds. */
const LEFT_MS_MAX = 120_000;

describe('the gateway', () => {
  test(
    `serves mixed load for ${minutes} min without a wrong answer`,
    async () => {
      const { life, product } = stay;
      const leftMs = life.beganAtMs + minutes * MINUTE_MS - performance.now();
      await product.whileAlive(() => wait(Math.max(0, leftMs)));
      await product.whileAlive(() => life.end());
      expect(life.wrong).toEqual([]);
    },
    minutes * MINUTE_MS + LEFT_MS_MAX,
  );

  test('has everything that it acknowledged', () => expectAcknowledged(stay));

  test('has sent each event once and in order over the socket', () => expectFollowed(stay));

  test('has delivered its events', () => stay.product.whileAlive(() => expectDelivered(stay)));
});
