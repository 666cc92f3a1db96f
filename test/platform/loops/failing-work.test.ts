import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { FailingWork } from '../../../src/platform/loops/failing-work.ts';
import { Retries } from '../../../src/platform/loops/retries.ts';
import { failingWork } from '../../support/failing-work.ts';
import { TestClock } from '../../support/test-clock.ts';

/** PostgreSQL's code for a server that shuts down, so that it cannot be reached. */
const AWAY = Object.assign(new Error('away'), { code: '57P01' });
const BUG = new Error('a bug');
const MINUTE_SECONDS = 60;

let lines: Record<string, unknown>[];
let clock: TestClock;
let failing: FailingWork;

beforeEach(() => {
  lines = [];
  clock = new TestClock();
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  failing = failingWork(logger, clock);
});

function retriesOf(loop: string): Retries {
  return new Retries({ loop, failing });
}

function failures(retries: Retries, count: number, error: Error = BUG): number[] {
  return Array.from({ length: count }, () => retries.report(error));
}

describe('a loop that fails', () => {
  test('rests twice as long each time, plus a random amount, up to a minute', () => {
    const rests = failures(retriesOf('relay'), 12);
    for (const [nth, rest] of rests.entries()) {
      expect(rest).toBeGreaterThanOrEqual(Math.min(250 * 2 ** nth, 60_000));
      expect(rest).toBeLessThanOrEqual(Math.min(250 * 2 ** nth * 1.25, 60_000));
    }
    expect(rests.at(-1)).toBe(60_000);
  });

  test('begins with a short rest again once it has worked', () => {
    const retries = retriesOf('relay');
    failures(retries, 8);
    retries.worked();
    expect(retries.report(BUG)).toBeLessThan(500);
  });

  test('is logged once, then once a minute with the number of its failures, and once when it works again', () => {
    const retries = retriesOf('relay');
    const since = clock.now();
    clock.set(since.toISOString());
    failures(retries, 100);
    clock.advance(MINUTE_SECONDS);
    failures(retries, 2);
    clock.advance(MINUTE_SECONDS / 2);
    failures(retries, 3);
    retries.worked();
    retries.worked();
    expect(lines).toMatchObject([
      { level: 40, loop: 'relay', error: { message: 'a bug' }, msg: 'a background loop failed' },
      { level: 40, loop: 'relay', failures: 100, error: { message: 'a bug' }, msg: 'a background loop still fails' },
      { level: 30, loop: 'relay', failures: 105, msg: 'a background loop recovered' },
    ]);
  });

  test('and works alternately has no more lines than that, and all its failures are counted', () => {
    const retries = retriesOf('relay');
    for (let turn = 0; turn < 50; turn += 1) {
      retries.report(BUG);
      retries.worked();
    }
    clock.advance(MINUTE_SECONDS);
    retries.report(BUG);
    expect(lines.map(({ msg, failures: count }) => [msg, count])).toEqual([
      ['a background loop failed', undefined],
      ['a background loop recovered', 1],
      ['a background loop still fails', 50],
    ]);
  });

  test('is listed with the time of its first failure and their number, until it works', () => {
    const retries = retriesOf('relay');
    clock.set('2026-11-22T12:00:00.000Z');
    retries.report(BUG);
    const [{ since } = { since: '' }] = failing.loops;
    clock.advance(MINUTE_SECONDS);
    retries.report(BUG);
    expect(failing.loops).toEqual([{ loop: 'relay', since, failures: 2 }]);
    expect(since).toMatch(/^2026-11-22T12:00:00\.\d{3}Z$/);
    retries.worked();
    expect(failing.loops).toEqual([]);
  });

  test('under a name that several share is listed until the last of them works or ends', () => {
    const [one, another] = [retriesOf('feeds'), retriesOf('feeds')];
    one.report(BUG);
    another.report(BUG);
    one.worked();
    expect(failing.loops).toMatchObject([{ loop: 'feeds', failures: 2 }]);
    another.end();
    expect(failing.loops).toEqual([]);
  });
});

describe('while the database cannot be reached', () => {
  test('one loop tries every second for all others, which rest longer and continue as soon as it succeeds', async () => {
    const [first, second, third] = [retriesOf('relay'), retriesOf('deliveries'), retriesOf('analyses')];
    expect(failures(first, 12, AWAY).at(-1)).toBe(1_000);
    for (const one of [second, third]) expect(failures(one, 12, AWAY).at(-1)).toBe(60_000);
    const rests = Promise.all([second.failed(AWAY), third.failed(AWAY)]);
    first.worked();
    await expect(rests).resolves.toHaveLength(2);
  });

  test('another loop tries for all when the one that did so ends', async () => {
    const [first, second] = [retriesOf('relay'), retriesOf('deliveries')];
    failures(first, 12, AWAY);
    failures(second, 12, AWAY);
    const rest = second.failed(AWAY);
    first.end();
    await rest;
    expect(second.report(AWAY)).toBe(1_000);
  });

  test('another loop tries for all when the one that did so fails for another reason', async () => {
    const [first, second] = [retriesOf('relay'), retriesOf('deliveries')];
    failures(first, 12, AWAY);
    failures(second, 12, AWAY);
    const rest = second.failed(AWAY);
    first.report(BUG);
    await rest;
    expect(second.report(AWAY)).toBe(1_000);
  });

  test('a loop that fails for another reason is not retried sooner', async () => {
    const [reached, broken] = [retriesOf('relay'), retriesOf('deliveries')];
    failures(reached, 2, AWAY);
    failures(broken, 12);
    let isOver = false;
    void broken.failed(BUG).then(() => (isOver = true));
    reached.worked();
    await nextTurn();
    expect(isOver).toBe(false);
    broken.end();
  });

  test('a loop that waits for another server neither tries for all nor is retried sooner', () => {
    const nats = new Retries({ loop: 'wake-ups', failing, usesDatabase: false });
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect(failures(nats, 12, refused).at(-1)).toBe(60_000);
    expect(failures(retriesOf('relay'), 12, AWAY).at(-1)).toBe(1_000);
  });
});
