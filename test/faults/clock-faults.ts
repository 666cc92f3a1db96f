import { setTimeout as wait } from 'node:timers/promises';
import type { Fault, Scene } from './fault.ts';
import { hasDelivered } from './invariants.ts';
import { expectDrained } from './liveness.ts';
import { until, writesAgain } from './recovery.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Windows of keys go by the wall clock: a jump ahead expires them, so clients must not send those keys again. */
function forward({ estate, load }: Scene, aheadMs: number): Promise<void> {
  return load.pause(() => estate.setClocks(aheadMs));
}

async function aheadAndBack(scene: Scene, milliseconds: number): Promise<void> {
  const { estate, load, random, histories } = scene;
  load.haveTokensExpired = true;
  await forward(scene, milliseconds);
  await writesAgain(scene);
  await wait(random.integer(300, 1_500));
  await Promise.all([load.end(), histories.end()]);
  await Promise.all([load.settle(), histories.settle()]);
  // Work that came due while the clock was ahead is due again an hour later: late, but not lost.
  await expectDrained(scene);
  await until('all is delivered', () => hasDelivered(estate, load.acknowledged.size + load.settled.length));
  await load.pause(() => estate.setClocks(0));
  await writesAgain(scene);
}

/** Needs no pause of the clients: nothing expires when the clock goes back. */
async function backAndAhead(scene: Scene, milliseconds: number): Promise<void> {
  scene.load.haveTokensExpired = true;
  await scene.estate.setClocks(-milliseconds);
  await writesAgain(scene);
  await wait(scene.random.integer(300, 1_500));
  await forward(scene, 0);
  await writesAgain(scene);
}

const JUMPS: readonly Fault[] = [
  { name: 'the clock jumps an hour ahead, and back', strike: (scene) => aheadAndBack(scene, HOUR_MS) },
  { name: 'the clock jumps ten minutes back, and ahead', strike: (scene) => backAndAhead(scene, 10 * MINUTE_MS) },
  { name: 'the clock jumps two days back, and ahead', strike: (scene) => backAndAhead(scene, 2 * DAY_MS) },
];

export const CLOCK_FAULTS = JUMPS.map((jump): Fault => ({ ...jump, isQuick: true, movesClocks: true }));
