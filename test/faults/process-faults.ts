import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { serverProcess } from '../support/process.ts';
import { answering } from '../support/receiver.ts';
import type { EmbeddedScene, Fault, Scene, ServedScene } from './fault.ts';
import { PGLITE_START_MS_MAX, REFUSAL_MS_MAX, START_MS_MAX, until } from './recovery.ts';

/** Close code of a server that shuts down. */
const GOING_AWAY = 1001;
/** Calls to one configuration that all workers together can have in flight. */
const CALLS_IN_FLIGHT_MAX = 64;

async function kill({ estate, times }: Scene, name: string, figureMs: number): Promise<void> {
  await estate.process(name).process.end('SIGKILL');
  await times.within(`${name} ready again`, figureMs, () => estate.startProcess(name));
}

function oneOf({ random }: Scene, names: readonly string[]): string {
  return random.shuffled(names)[0] ?? '';
}

/** Kills one of two workers at a call, before the answer is recorded; half of the time the other one has called. */
async function killAmidCall(scene: ServedScene): Promise<void> {
  const { estate, times } = scene;
  const name = oneOf(scene, estate.roles.workers);
  const before = estate.receiver.callsOf('/hook').length;
  let isKilled = false;
  estate.receiver.answer('/hook', (response) => {
    if (!isKilled) estate.process(name).process.send('SIGKILL');
    isKilled = true;
    response.writeHead(204).end();
  });
  await until('a call has come', () => isKilled);
  await estate.process(name).process.ended;
  estate.receiver.answer('/hook', answering(204));
  await times.within(`${name} ready again`, START_MS_MAX, () => estate.startProcess(name));
  const ids = estate.receiver.callsOf('/hook').slice(before);
  const repeated = ids.length - new Set(ids.map(({ headers }) => headers['webhook-id'])).size;
  expect(repeated).toBeLessThanOrEqual(CALLS_IN_FLIGHT_MAX);
}

async function restartNats({ estate, nats, random }: ServedScene): Promise<void> {
  await estate.wakeBy('nats');
  await nats.end('SIGKILL');
  await wait(random.integer(0, 1_000));
  await nats.start();
}

async function loseListeners({ estate, storage, random }: ServedScene): Promise<void> {
  await estate.wakeBy('database');
  for (let times = random.integer(2, 5); times > 0; times -= 1) {
    await storage.database.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'partner-banking-gateway-wake-ups'",
    );
    await wait(random.integer(50, 600));
  }
}

/** How a connection fails that is refused, or that was still in the backlog when the server stopped listening. */
const AT_THE_DOOR = new Set(['ECONNREFUSED', 'ECONNRESET']);

/** While a server shuts down, a request is either refused at the connection or answered, never dropped in between. */
async function restartAll({ estate, load, follower }: ServedScene): Promise<void> {
  const [closings, failures, dropped] = [follower.closings.length, load.failures.length, load.dropped.length];
  load.partner.isFresh = true;
  try {
    for (const name of estate.names) {
      expect(await estate.process(name).process.end('SIGTERM')).toMatchObject({ code: 0 });
      await estate.startProcess(name);
    }
  } finally {
    load.partner.isFresh = false;
  }
  expect(new Set(follower.closings.slice(closings))).toEqual(new Set([GOING_AWAY]));
  expect(load.failures.slice(failures).filter((failure) => !AT_THE_DOOR.has(failure))).toEqual([]);
  await load.end();
  expect(load.dropped.slice(dropped)).toEqual([]);
}

/** A process that only reads its environment measures how long this machine takes to load the server now. */
async function openSecond({ estate, storage, times }: EmbeddedScene): Promise<void> {
  const [second, reader] = [serverProcess({ DATA_DIR: storage.folder }), serverProcess({ PORT: 'none' })];
  const [{ code, livedMs }, { livedMs: loadMs }] = await Promise.all([second.ended, reader.ended]);
  expect(code).toBe(1);
  expect(second.errors).toContain(`is in use by process ${estate.anyApi.process.pid}`);
  times.judge('the refusal', livedMs - loadMs, REFUSAL_MS_MAX);
}

export const PROCESS_FAULTS: readonly Fault<ServedScene>[] = [
  {
    name: 'a server is killed',
    isQuick: true,
    strike: (scene) => kill(scene, oneOf(scene, scene.estate.roles.apis), START_MS_MAX),
  },
  {
    name: 'a worker is killed',
    isQuick: true,
    strike: (scene) => kill(scene, oneOf(scene, scene.estate.roles.workers), START_MS_MAX),
  },
  { name: 'a worker is killed between a call and its settlement', isQuick: true, strike: killAmidCall },
  { name: 'NATS is killed and started again', isQuick: true, strike: restartNats },
  { name: 'the connections that listen are ended', strike: loseListeners },
  { name: 'all processes are restarted one after the other', strike: restartAll },
];

export const EMBEDDED_FAULTS: readonly Fault<EmbeddedScene>[] = [
  { name: 'the process is killed', isQuick: true, strike: (scene) => kill(scene, 'gateway', PGLITE_START_MS_MAX) },
  { name: 'a second process opens the folder', isQuick: true, strike: openSecond },
];
