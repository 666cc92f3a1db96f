import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { BackgroundLoop } from '../../src/platform/background-loop.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { eventually } from '../support/gateway.ts';

/** Longer than any test lasts: whatever runs sooner was not waiting for it. */
const NEVER_MS = 3_600_000;
const SOON_MS = 5;

let runs: number;
let loops: BackgroundLoop[];

beforeEach(() => {
  runs = 0;
  loops = [];
});
afterEach(() => Promise.all(loops.map((loop) => loop.stop())));

function loopOf(work: () => Promise<boolean>, restMs = NEVER_MS, logger = createLogger('silent')): BackgroundLoop {
  const counted = () => {
    runs += 1;
    return work();
  };
  const loop = new BackgroundLoop({ name: 'test', work: counted, restMs, logger });
  loops.push(loop);
  return loop;
}

const nothingMore = () => Promise.resolve(false);
const ran = (count: number) => eventually(() => Promise.resolve(runs >= count));
/** Gives everything that is ready to run its turn. */
const settle = () => new Promise((resolve) => setTimeout(resolve, SOON_MS));

/** Work that goes on until it is let go. */
function heldWork() {
  const letGo: (() => void)[] = [];
  return {
    work: () =>
      new Promise<boolean>((resolve) =>
        letGo.push(() => {
          resolve(false);
        }),
      ),
    letGo: () => {
      letGo.shift()?.();
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

  test('runs at once, and then rests', async () => {
    loopOf(nothingMore).start();
    await ran(1);
    await settle();
    expect(runs).toBe(1);
  });

  test('runs again after its rest without being told', async () => {
    loopOf(nothingMore, SOON_MS).start();
    await ran(3);
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  test('runs on without a rest while there is more', async () => {
    loopOf(() => Promise.resolve(runs < 100)).start();
    await ran(100);
    await settle();
    expect(runs).toBe(100);
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
    const { work, letGo } = heldWork();
    const loop = loopOf(work);
    loop.start();
    loop.start();
    await ran(1);
    for (let pokes = 0; pokes < 10; pokes += 1) loop.poke();
    await settle();
    expect(runs).toBe(1);
    letGo();
    await ran(2);
    letGo();
    await settle();
    expect(runs).toBe(2);
  });

  test('logs a run that failed, rests, and tries again', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(line.toString());
        done();
      },
    });
    const work = () => (runs < 3 ? Promise.reject(new Error(`run ${runs}`)) : Promise.resolve(false));
    loopOf(work, SOON_MS, pino(sink)).start();
    await ran(4);
    const logged = lines.map((line) => JSON.parse(line) as object);
    expect(logged).toMatchObject(
      [1, 2].map((run) => ({
        level: 40,
        worker: 'test',
        error: { message: `run ${run}` },
        msg: 'a background run failed',
      })),
    );
  });

  test('does not run at once after a failure, so that an outage is no busy loop', async () => {
    loopOf(() => Promise.reject(new Error('down'))).start();
    await ran(1);
    await settle();
    expect(runs).toBe(1);
  });

  test('stops only after the run in progress, and runs no more', async () => {
    const { work, letGo } = heldWork();
    const loop = loopOf(work, SOON_MS);
    loop.start();
    await ran(1);
    let isStopped = false;
    const stopped = loop.stop().then(() => (isStopped = true));
    await settle();
    expect(isStopped).toBe(false);
    letGo();
    await stopped;
    loop.poke();
    loop.start();
    await settle();
    expect(runs).toBe(1);
  });

  test('stops at once from its rest, and when it was never started', async () => {
    const resting = loopOf(nothingMore);
    resting.start();
    await ran(1);
    await settle();
    await expect(resting.stop()).resolves.toBeUndefined();
    await expect(loopOf(nothingMore).stop()).resolves.toBeUndefined();
  });
});
