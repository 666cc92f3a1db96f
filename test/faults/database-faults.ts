import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import type { Fault, Scene } from './fault.ts';
import {
  ANSWER_MS_MAX,
  FAILOVER_MS_MAX,
  NOT_READY_WITHIN_MS,
  POOL_RECOVERY_MS_MAX,
  writesAgain,
  WRITES_AGAIN_MS_MAX,
} from './recovery.ts';

const FROZEN_MS = 20_000;
/** How much a process may take in addition while nothing of its work ends, in kB. */
const MEMORY_GROWTH_KB_MAX = 150_000;
const SWALLOWED_MS = 6_000;
const LATENCY_MS = 150;

async function endSessions(scene: Scene): Promise<void> {
  for (let times = scene.chance.integer(1, 3); times > 0; times -= 1) {
    await scene.estate.database.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'partner-banking-gateway'",
    );
    await wait(scene.chance.integer(50, 300));
  }
  expect(await writesAgain(scene)).toBeLessThan(WRITES_AGAIN_MS_MAX);
}

async function restartBy(signal: NodeJS.Signals, scene: Scene): Promise<void> {
  await scene.estate.database.end(signal);
  await wait(scene.chance.integer(0, 1_500));
  await scene.estate.database.start();
  expect(await writesAgain(scene)).toBeLessThan(WRITES_AGAIN_MS_MAX);
}

async function failOver(scene: Scene): Promise<void> {
  const { estate } = scene;
  const standby = await estate.standby();
  await wait(scene.chance.integer(300, 1_000));
  await estate.database.end('SIGKILL');
  const began = performance.now();
  await standby.promote();
  estate.database = standby;
  estate.proxy.lead(standby.port);
  await writesAgain(scene);
  expect(performance.now() - began).toBeLessThan(FAILOVER_MS_MAX);
}

function memoryKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function freeze(scene: Scene): Promise<void> {
  const { estate } = scene;
  const pids = estate.apis.map(({ process }) => process.pid);
  const before = pids.map(memoryKb);
  const began = performance.now();
  estate.database.signalAll('SIGSTOP');
  try {
    await eventually(async () => (await estate.health('ready')).every((status) => status === 503));
    expect(performance.now() - began).toBeLessThan(NOT_READY_WITHIN_MS);
    expect(new Set(await estate.health('live'))).toEqual(new Set([200]));
    await wait(Math.max(0, FROZEN_MS - (performance.now() - began)));
    for (const [index, pid] of pids.entries())
      expect(memoryKb(pid) - (before[index] ?? 0)).toBeLessThan(MEMORY_GROWTH_KB_MAX);
  } finally {
    estate.database.signalAll('SIGCONT');
  }
  expect(await writesAgain(scene)).toBeLessThan(WRITES_AGAIN_MS_MAX);
}

async function swallow(scene: Scene): Promise<void> {
  await scene.estate.proxy.swallow(SWALLOWED_MS);
  expect(await writesAgain(scene)).toBeLessThan(POOL_RECOVERY_MS_MAX);
  expect(scene.load.slowestMs).toBeLessThan(ANSWER_MS_MAX);
}

async function resetAgainAndAgain(scene: Scene): Promise<void> {
  for (let times = scene.chance.integer(3, 10); times > 0; times -= 1) {
    scene.estate.proxy.reset();
    await wait(scene.chance.integer(10, 300));
  }
  expect(await writesAgain(scene)).toBeLessThan(POOL_RECOVERY_MS_MAX);
}

async function delay({ estate, load }: Scene): Promise<void> {
  estate.proxy.delay(LATENCY_MS);
  await wait(3_000);
  estate.proxy.delay(0);
  expect(load.slowestMs).toBeLessThan(ANSWER_MS_MAX);
}

const restarts = (['SIGKILL', 'SIGQUIT', 'SIGINT'] as const).map((signal) => ({
  name: `the database is ended by ${signal} and started again`,

  strike: (scene: Scene) => restartBy(signal, scene),
}));

export const DATABASE_FAULTS: readonly Fault[] = [
  { name: 'all sessions of the database are ended', strike: endSessions },
  ...restarts,
  { name: 'the network swallows everything for 6 s', strike: swallow },
  { name: 'the network resets connections', strike: resetAgainAndAgain },
  { name: 'the network takes 150 ms', strike: delay },
  { name: 'the database is frozen for 20 s', strike: freeze },
  { name: 'the primary is lost, and its synchronous standby takes over', strike: failOver },
];
