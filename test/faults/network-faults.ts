import { setTimeout as wait } from 'node:timers/promises';
import type { Fault, ServedScene } from './fault.ts';
import { ANSWER_MS_MAX, POOL_RECOVERY_MS_MAX, writesAgain } from './recovery.ts';

const SWALLOWED_MS = 6_000;
const LATENCY_MS = 150;
const DELAYED_MS = 3_000;

async function expectRecovery(scene: ServedScene): Promise<void> {
  const { times, load } = scene;
  await times.within('the pool recovers', POOL_RECOVERY_MS_MAX, () => writesAgain(scene));
  times.judge('the slowest answer', load.slowestMs, ANSWER_MS_MAX);
}

async function swallow(scene: ServedScene): Promise<void> {
  await scene.storage.proxy.swallow(SWALLOWED_MS);
  await expectRecovery(scene);
}

async function cut(scene: ServedScene): Promise<void> {
  await scene.storage.proxy.cut(scene.random.integer(1_000, 4_000));
  await expectRecovery(scene);
}

async function resetAgainAndAgain(scene: ServedScene): Promise<void> {
  for (let times = scene.random.integer(3, 10); times > 0; times -= 1) {
    scene.storage.proxy.reset();
    await wait(scene.random.integer(10, 300));
  }
  await expectRecovery(scene);
}

async function delay(scene: ServedScene): Promise<void> {
  scene.storage.proxy.delay(LATENCY_MS);
  await wait(DELAYED_MS);
  scene.storage.proxy.delay(0);
  await expectRecovery(scene);
}

export const NETWORK_FAULTS: readonly Fault<ServedScene>[] = [
  { name: 'the network swallows everything for 6 s', strike: swallow },
  { name: 'the network is cut', isQuick: true, strike: cut },
  { name: 'the network resets connections', isQuick: true, strike: resetAgainAndAgain },
  { name: 'the network takes 150 ms', isQuick: true, strike: delay },
];
