import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Fault, ServedScene } from './fault.ts';
import {
  ANSWER_MS_MAX,
  FAILOVER_MS_MAX,
  MEMORY_GROWTH_KB_MAX,
  NOT_READY_WITHIN_MS,
  until,
  writesAgain,
  WRITES_AGAIN_MS_MAX,
} from './recovery.ts';

const FROZEN_MS = 20_000;
const FULL_MS = 6_000;

async function expectWritesAgain(scene: ServedScene): Promise<void> {
  await scene.times.within('writes again', WRITES_AGAIN_MS_MAX, () => writesAgain(scene));
}

async function endSessions(scene: ServedScene): Promise<void> {
  for (let times = scene.random.integer(1, 3); times > 0; times -= 1) {
    await scene.storage.database.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'partner-banking-gateway'",
    );
    await wait(scene.random.integer(50, 300));
  }
  await expectWritesAgain(scene);
}

async function restartBy(signal: NodeJS.Signals, scene: ServedScene): Promise<void> {
  const { database } = scene.storage;
  await database.end(signal);
  await wait(scene.random.integer(0, 1_500));
  await database.start();
  await expectWritesAgain(scene);
}

async function failOver(scene: ServedScene): Promise<void> {
  const { storage, times, random } = scene;
  const standby = await storage.standby();
  await wait(random.integer(300, 1_000));
  await times.within('the standby takes writes', FAILOVER_MS_MAX, async () => {
    await storage.failOver(standby);
    await writesAgain(scene);
  });
}

/** Expects that all `api` processes report not ready, and that all processes stay alive. */
async function expectUnready({ estate, times }: ServedScene): Promise<void> {
  await times.within('not ready', NOT_READY_WITHIN_MS, () =>
    until('all that serve are not ready', async () =>
      (await estate.health('ready', estate.roles.apis)).every((status) => status === 503),
    ),
  );
  expect(new Set(await estate.health('live'))).toEqual(new Set([200]));
}

/** Expects that memory is bounded during `trouble`. */
async function boundedIn({ estate }: ServedScene, trouble: () => Promise<void>): Promise<void> {
  const before = estate.memory();
  await trouble();
  for (const [index, kB] of estate.memory().entries())
    expect(kB - (before[index] ?? 0)).toBeLessThan(MEMORY_GROWTH_KB_MAX);
}

async function freeze(scene: ServedScene): Promise<void> {
  const { storage, load, times } = scene;
  const thawAt = performance.now() + FROZEN_MS;
  const frozen = times.begin();
  storage.database.signalAll('SIGSTOP');
  try {
    await boundedIn(scene, async () => {
      await expectUnready(scene);
      await wait(Math.max(0, thawAt - performance.now()));
    });
  } finally {
    storage.database.signalAll('SIGCONT');
  }
  frozen('frozen', 2 * FROZEN_MS);
  await expectWritesAgain(scene);
  times.judge('the slowest answer', load.slowestMs, ANSWER_MS_MAX);
}

/** The database may need disk space for its log, too, and then ends: it is started again when there is space. */
async function fillDisk(scene: ServedScene): Promise<void> {
  const { database } = scene.storage;
  if (!database.disk.isOwn) {
    process.stderr.write('No disk can be filled here: mounting one is not allowed.\n');
    return;
  }
  database.disk.fill();
  try {
    await boundedIn(scene, async () => {
      await expectUnready(scene);
      await wait(FULL_MS);
    });
  } finally {
    database.disk.clear();
  }
  await database.start();
  await expectWritesAgain(scene);
}

const restarts = (['SIGKILL', 'SIGQUIT', 'SIGINT'] as const).map((signal) => ({
  name: `the database is ended by ${signal} and started again`,
  strike: (scene: ServedScene) => restartBy(signal, scene),
}));

export const DATABASE_FAULTS: readonly Fault<ServedScene>[] = [
  { name: 'all sessions of the database are ended', isQuick: true, strike: endSessions },
  ...restarts,
  { name: 'the database is frozen for 20 s', strike: freeze },
  { name: 'the disk of the database is full', strike: fillDisk },
  { name: 'the primary is lost, and its synchronous standby takes over', strike: failOver },
];
