import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { answering, hanging } from '../support/receiver.ts';
import { APIS, WORKERS } from './estate.ts';
import type { Fault, Scene } from './fault.ts';
import { START_MS_MAX } from './recovery.ts';

async function killOneOf({ estate, chance }: Scene, names: readonly string[]): Promise<void> {
  const [name = ''] = chance.shuffled(names);
  await estate.process(name).process.end('SIGKILL');
  expect(await estate.startProcess(name)).toBeLessThan(START_MS_MAX);
}

async function restartNats({ estate, chance }: Scene): Promise<void> {
  await estate.nats.end('SIGKILL');
  await wait(chance.integer(0, 1_000));
  await estate.nats.start();
}

async function restartAll({ estate, follower }: Scene): Promise<void> {
  const closings = follower.closings.length;
  for (const name of [...APIS, ...WORKERS]) {
    expect(await estate.process(name).process.end('SIGTERM')).toMatchObject({ code: 0 });
    await estate.startProcess(name);
  }
  expect(new Set(follower.closings.slice(closings))).toEqual(new Set([GOING_AWAY]));
}

/** Code with which a socket is closed by a server that goes away. */
const GOING_AWAY = 1001;

async function misbehave({ estate, chance }: Scene): Promise<void> {
  const misdeeds = [
    answering(500),
    answering(429, { 'retry-after': '1' }),
    answering(301, { location: '/hook' }),
    hanging,
  ];
  for (const misdeed of chance.shuffled(misdeeds)) {
    estate.receiver.answer('/hook', misdeed);
    await wait(1_000);
    estate.receiver.cut();
  }
  estate.receiver.answer('/hook', answering(204));
}

export const PROCESS_FAULTS: readonly Fault[] = [
  { name: 'a server is killed', strike: (scene) => killOneOf(scene, APIS) },
  { name: 'a worker is killed', strike: (scene) => killOneOf(scene, WORKERS) },
  { name: 'NATS is killed and started again', strike: restartNats },
  { name: 'endpoints of partners are hostile', strike: misbehave },
  { name: 'all processes are restarted one after the other', strike: restartAll },
];
