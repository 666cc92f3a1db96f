import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import { accountOf, GatewayProcess } from '../../support/gateway-process.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { eventSubjects, pocketNumbers, prepareWorld } from '../../support/pocket-world.ts';
import { buildServer, TestProcess } from '../../support/process.ts';
import { introduce, LEASE_SECONDS, stayAway } from './process-pair.ts';

const CLIENTS = 8;
/** Pockets that are acknowledged between two kills. */
const POCKETS_PER_KILL = 20;
const KILLS = 2;

beforeAll(() => buildServer());
afterAll(() => TestProcess.endAll());

/** What clients know of their pockets: numbers by idempotency key; undefined: no answer yet. */
type Memory = Map<string, string | undefined>;

const acknowledged = (memory: Memory) => [...memory.values()].filter((number) => number !== undefined);

/** Repeats each request without an answer until it has one; a killed gateway is started again. */
async function sendAll(front: () => GatewayProcess, memory: Memory): Promise<void> {
  await eventually(async () => {
    for (const [key, number] of memory) if (number === undefined) await send(front(), memory, key);
    return acknowledged(memory).length === memory.size;
  });
}

async function send(front: GatewayProcess, memory: Memory, key: string): Promise<void> {
  memory.set(key, undefined);
  const made = await front.createPocket(key, accountOf(key)).catch(() => undefined);
  memory.set(key, made?.number);
}

/** Lets clients create pockets concurrently, and calls `kill` once `POCKETS_PER_KILL` more are acknowledged. */
async function load(front: () => GatewayProcess, memory: Memory, kill: () => Promise<void>): Promise<void> {
  const enough = acknowledged(memory).length + POCKETS_PER_KILL;
  let killing: Promise<void> | undefined;
  const work = async () => {
    while (killing === undefined) {
      await send(front(), memory, randomUUID());
      if (acknowledged(memory).length >= enough) killing ??= kill();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  await killing;
}

test('each pocket is at the bank once and in front of it once, whichever of the two is killed under load', async () => {
  const worlds = { bank: await OwnWorld.make(), front: await OwnWorld.make() };
  await prepareWorld(worlds.bank.environment);
  await prepareWorld(worlds.front.environment);
  await introduce(worlds.front.environment);
  const limits = { RATE_LIMIT: '0', ADMIN_PORT: '0' };
  let bank = await GatewayProcess.start({ ...worlds.bank.environment, ...limits });
  const ofFront = {
    ...{ ...worlds.front.environment, ...limits, PROVIDER: 'rest', PROVIDER_URL: bank.url },
    ...{ PROVIDER_RATE: '0', PROVIDER_TIMEOUT_SECONDS: '2' },
  };
  const ofBank = { ...worlds.bank.environment, ...limits, PORT: new URL(bank.url).port };
  let front = await GatewayProcess.start(ofFront);
  const memory: Memory = new Map();
  for (let kills = 0; kills < KILLS; kills += 1) {
    await load(
      () => front,
      memory,
      async () => {
        await front.process.end('SIGKILL');
        await stayAway(worlds.front.environment, LEASE_SECONDS);
        front = await GatewayProcess.start(ofFront);
      },
    );
    await load(
      () => front,
      memory,
      async () => {
        await bank.process.end('SIGKILL');
        bank = await GatewayProcess.start(ofBank);
      },
    );
  }
  await sendAll(() => front, memory);
  const open = async () => (await front.ask('{ viewer { provider { openOutcomes } } }')).viewer.provider.openOutcomes;
  await eventually(async () => (await open()) === 0);
  const pockets = acknowledged(memory).toSorted();
  expect((await pocketNumbers(bank)).toSorted()).toEqual(pockets);
  expect((await pocketNumbers(front)).toSorted()).toEqual(pockets);
  await eventually(async () => (await eventSubjects(front)).length >= pockets.length);
  expect((await eventSubjects(front)).toSorted()).toEqual(pockets);
  for (const gateway of [front, bank]) await gateway.process.end('SIGTERM');
  for (const world of Object.values(worlds)) await world.remove();
});
