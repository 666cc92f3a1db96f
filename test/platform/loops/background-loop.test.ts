import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { BackgroundLoop } from '../../../src/platform/loops/background-loop.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually } from '../../support/gateway.ts';

/** Longer than any test: a loop that runs sooner did not wait for it. */
const NEVER_MS = 3_600_000;
const SOON_MS = 5;
const GAP_MS = 100;
/** A timer fires early by what its turn of the event loop has taken so far; without a rest a poke causes a run at once. */
const AT_LEAST = 0.5;

let runs: number;
let loops: BackgroundLoop[];

beforeEach(() => {
  runs = 0;
  loops = [];
});
afterEach(() => Promise.all(loops.map((loop) => loop.stop())));

function loopOf(work: () => Promise<boolean>, restMs = NEVER_MS, gapMs?: number): BackgroundLoop {
  const counted = () => {
    runs += 1;
    return work();
  };
  const loop = new BackgroundLoop({ name: 'test', work: counted, restMs, gapMs, failing: failingWork() });
  loops.push(loop);
  return loop;
}

const nothingMore = () => Promise.resolve(false);
const ran = (count: number) => eventually(() => Promise.resolve(runs >= count));
/** Lets everything run that is ready to. */
const settle = () => new Promise((resolve) => setTimeout(resolve, SOON_MS));

/** Work that lasts until it is released. */
function heldWork() {
  const releases: (() => void)[] = [];
  return {
    work: () =>
      new Promise<boolean>((resolve) =>
        releases.push(() => {
          resolve(false);
        }),
      ),
    release: () => {
      releases.shift()?.();
    },
  };
}

describe('a background loop', () => {
  test('does nothing before it is started', async () => {
    const loop = loopOf(nothingMore);
    loop.poke();
    await settle();
    expect(runs).toBe(0);
  });

  test('runs immediately, and then rests', async () => {
    loopOf(nothingMore).start();
    await ran(1);
    await settle();
    expect(runs).toBe(1);
  });

  test('runs again after its rest without a poke', async () => {
    loopOf(nothingMore, SOON_MS).start();
    await ran(3);
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  test('continues without a rest while there is more', async () => {
    loopOf(() => Promise.resolve(runs < 100)).start();
    await ran(100);
    await settle();
    expect(runs).toBe(100);
  });

  test('handles all pokes within its gap in one run', async () => {
    const startedAt: number[] = [];
    const loop = loopOf(
      () => {
        startedAt.push(performance.now());
        return Promise.resolve(false);
      },
      NEVER_MS,
      GAP_MS,
    );
    loop.start();
    await ran(1);
    for (let pokes = 0; pokes < 10; pokes += 1) {
      loop.poke();
      await settle();
    }
    await ran(2);
    const [first = 0, second = 0] = startedAt;
    expect(second - first).toBeGreaterThanOrEqual(AT_LEAST * GAP_MS);
  });

  test('has no gap while there is more, and stops within one', async () => {
    const loop = loopOf(() => Promise.resolve(runs < 3), NEVER_MS, NEVER_MS);
    loop.start();
    await ran(3);
    loop.poke();
    await settle();
    expect(runs).toBe(3);
    await loop.stop();
    expect(runs).toBe(3);
  });

  test('is woken from its rest by a poke', async () => {
    const loop = loopOf(nothingMore);
    loop.start();
    for (const count of [1, 2, 3]) {
      await ran(count);
      await settle();
      loop.poke();
    }
    await ran(4);
    expect(runs).toBe(4);
  });

  test('runs once more for any number of pokes during a run, and never twice at a time', async () => {
    const { work, release } = heldWork();
    const loop = loopOf(work);
    loop.start();
    loop.start();
    await ran(1);
    for (let pokes = 0; pokes < 10; pokes += 1) loop.poke();
    await settle();
    expect(runs).toBe(1);
    release();
    await ran(2);
    release();
    await settle();
    expect(runs).toBe(2);
  });

  test('rests twice as long after each failure, even if it is poked, and continues once a run succeeds', async () => {
    const beganAt: number[] = [];
    const loop = loopOf(() => {
      beganAt.push(performance.now());
      return runs < 4 ? Promise.reject(new Error(`run ${runs}`)) : Promise.resolve(false);
    });
    loop.start();
    await eventually(() => {
      loop.poke();
      return Promise.resolve(runs >= 4);
    });
    const rests = [1, 2, 3].map((nth) => (beganAt[nth] ?? NaN) - (beganAt[nth - 1] ?? NaN));
    for (const [nth, rest] of rests.entries()) expect(rest).toBeGreaterThanOrEqual(AT_LEAST * 250 * 2 ** nth);
    loop.poke();
    await ran(5);
    expect(runs).toBeGreaterThanOrEqual(5);
  });

  test('stops immediately during the rest after a failure, and when the last run fails', async () => {
    const resting = loopOf(() => Promise.reject(new Error('down')));
    resting.start();
    await ran(1);
    await settle();
    await expect(resting.stop()).resolves.toBeUndefined();
    const fails: (() => void)[] = [];
    const failing = loopOf(
      () =>
        new Promise((_resolve, reject) =>
          fails.push(() => {
            reject(new Error('down'));
          }),
        ),
    );
    failing.start();
    await eventually(() => Promise.resolve(fails.length === 1));
    const stopped = failing.stop();
    fails[0]?.();
    await expect(stopped).resolves.toBeUndefined();
  });

  test('stops only after the run in progress, and runs no more', async () => {
    const { work, release } = heldWork();
    const loop = loopOf(work, SOON_MS);
    loop.start();
    await ran(1);
    let isStopped = false;
    const stopped = loop.stop().then(() => (isStopped = true));
    await settle();
    expect(isStopped).toBe(false);
    release();
    await stopped;
    loop.poke();
    loop.start();
    await settle();
    expect(runs).toBe(1);
  });

  test('stops immediately during its rest, and when it was never started', async () => {
    const resting = loopOf(nothingMore);
    resting.start();
    await ran(1);
    await settle();
    await expect(resting.stop()).resolves.toBeUndefined();
    await expect(loopOf(nothingMore).stop()).resolves.toBeUndefined();
  });
});
