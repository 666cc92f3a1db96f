import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OwnServer, programs } from '../support/own-server.ts';
import { buildServer } from '../support/process.ts';
import { serverUrl } from '../support/test-database.ts';
import { CREATE_CONFIGURATION, configurationInput } from '../support/webhooks.ts';
import { SeededRandom } from './seeded-random.ts';
import { CLIENT_FAULTS } from './client-faults.ts';
import { CLOCK_FAULTS } from './clock-faults.ts';
import { DATABASE_FAULTS } from './database-faults.ts';
import { Estate } from './estate.ts';
import type { EmbeddedScene, Fault, Scene, ServedScene } from './fault.ts';
import { Follower } from './follower.ts';
import { expectAllHolds, expectAllStored, failureOf } from './invariants.ts';
import { Histories } from './history/histories.ts';
import { Load } from './load.ts';
import { NETWORK_FAULTS } from './network-faults.ts';
import { EMBEDDED_FAULTS, PROCESS_FAULTS } from './process-faults.ts';
import { RACE_FAULTS } from './race-faults.ts';
import { RECEIVER_FAULTS } from './receiver-faults.ts';
import { EmbeddedStorage, ServedStorage } from './storage.ts';
import { Times } from './times.ts';

/** Set by `npm run faults`: number of rounds, time limit and random seed. */
const { FAULT_ROUNDS, FAULT_SECONDS = '10', FAULT_SEED = '1' } = process.env;
/** Runs only faults whose name contains this. */
const ONLY = process.env['FAULT_ONLY'] ?? '';
const isLong = FAULT_ROUNDS !== undefined;
const ROUNDS = Number(FAULT_ROUNDS ?? '4');
const SEED = Number(FAULT_SEED);
const SECONDS = Number(FAULT_SECONDS);
const CLIENTS = 4;
/** Longest duration of a round that has begun in time, and of the start, in milliseconds. */
const ROUND_MS_MAX = 240_000;
const START_MS_MAX = 180_000;

const COMMON = [...CLIENT_FAULTS, ...CLOCK_FAULTS, ...RECEIVER_FAULTS];
const SERVED = wantedOf<ServedScene>([
  ...PROCESS_FAULTS,
  ...DATABASE_FAULTS,
  ...NETWORK_FAULTS,
  ...RACE_FAULTS,
  ...COMMON,
]);
const EMBEDDED = wantedOf<EmbeddedScene>([...EMBEDDED_FAULTS, ...COMMON]);

const missing = Object.entries(programs())
  .filter(([, file]) => file === undefined)
  .map(([name]) => name);
// Quick faults run for one storage: the one of this test run.
const onPostgreSql =
  SERVED.length > 0 && missing.length === 0 && (isLong || serverUrl !== undefined) ? describe : describe.skip;
const onPglite = EMBEDDED.length > 0 && (isLong || serverUrl === undefined) ? describe : describe.skip;
if (missing.length > 0) process.stderr.write(`Faults of PostgreSQL are skipped: there is no ${missing.join(', ')}.\n`);

/** Selects faults by name; the short selection has only quick ones. */
function wantedOf<Reach extends Scene>(faults: readonly Fault<Reach>[]): readonly Fault<Reach>[] {
  return faults.filter(({ isQuick, name }) => (isLong || isQuick === true) && name.includes(ONLY));
}

/** Repeats all faults, each time in another random order. */
function drawn<Reach extends Scene>(faults: readonly Fault<Reach>[], random: SeededRandom): Fault<Reach>[] {
  const rounds: Fault<Reach>[] = [];
  while (rounds.length < ROUNDS) rounds.push(...random.shuffled(faults));
  return rounds.slice(0, ROUNDS);
}

async function enter(estate: Estate, random: SeededRandom): Promise<Scene> {
  const load = new Load(estate);
  const hook = { uri: estate.receiver.url('/hook'), context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' };
  const variables = { input: configurationInput(hook) };
  await load.partner.post(estate.anyApi, { query: CREATE_CONFIGURATION, variables });
  const [histories, follower] = [await Histories.start(estate, load), await Follower.start(estate, load)];
  return { estate, load, random, follower, histories, times: new Times() };
}

async function leave({ estate, load, follower, histories, times }: Scene): Promise<void> {
  times.end();
  await load.end();
  await histories.end();
  await follower.end();
  await estate.close();
}

/** Runs rounds until there are enough of them or the time is over; the first failure ends the run. */
async function runRounds<Reach extends Scene>(scene: Reach, faults: readonly Fault<Reach>[]): Promise<number> {
  const { load, random, times, histories, estate } = scene;
  const began = performance.now();
  let round = 0;
  for (const fault of drawn(faults, random)) {
    if (performance.now() - began > SECONDS * 1_000) break;
    round += 1;
    const first = performance.now();
    try {
      await histories.begin(round, random, fault.movesClocks !== true || !estate.storage.goesByProcessClocks);
      load.begin(CLIENTS);
      await wait(random.integer(200, 600));
      await histories.raceBefore(random);
      await fault.strike(scene);
      await wait(random.integer(100, 300));
      await Promise.all([load.end(), histories.end()]);
      await expectAllHolds(scene);
    } catch (error) {
      const failure = failureOf(fault, round, error);
      report(round, fault.name, [failure.message]);
      throw failure;
    } finally {
      await Promise.all([load.end(), histories.end()]);
      if (isLong)
        report(round, fault.name, [
          `${((performance.now() - first) / 1_000).toFixed(1)} s`,
          ...times.lines,
          histories.summary,
        ]);
      times.lines.length = 0;
    }
  }
  await expectAllStored(scene);
  return round;
}

function report(round: number, name: string, lines: readonly string[]): void {
  process.stderr.write(`${round} ${name}: ${lines.join('; ')}\n`);
}

const TEST_MS_MAX = SECONDS * 1_000 + ROUND_MS_MAX;

onPostgreSql(`processes on PostgreSQL and NATS, struck by faults of seed ${SEED}`, () => {
  const random = new SeededRandom(SEED);
  let storage: ServedStorage;
  let nats: OwnServer;
  let scene: Scene;

  beforeAll(async () => {
    await buildServer();
    [storage, nats] = await Promise.all([ServedStorage.open(), OwnServer.nats()]);
    scene = await enter(await Estate.served(storage, nats, ROUNDS), random);
  }, START_MS_MAX);
  afterAll(async () => {
    await leave(scene);
    await nats.remove();
    await storage.close();
  });

  test(
    'keep their promises',
    async () => {
      expect(await runRounds<ServedScene>({ ...scene, storage, nats }, SERVED)).toBeGreaterThan(0);
    },
    TEST_MS_MAX,
  );
});

onPglite(`a process on PGlite, struck by faults of seed ${SEED}`, () => {
  const random = new SeededRandom(SEED);
  let storage: EmbeddedStorage;
  let scene: Scene;

  beforeAll(async () => {
    await buildServer();
    storage = await EmbeddedStorage.open(ROUNDS);
    scene = await enter(await Estate.embedded(storage, ROUNDS), random);
  }, START_MS_MAX);
  afterAll(async () => {
    await leave(scene);
    await storage.close();
  });

  test(
    'keeps its promises',
    async () => {
      expect(await runRounds<EmbeddedScene>({ ...scene, storage }, EMBEDDED)).toBeGreaterThan(0);
    },
    TEST_MS_MAX,
  );
});
