import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildServer } from '../support/process.ts';
import { programs } from '../support/own-server.ts';
import { CREATE_CONFIGURATION, configurationInput } from '../support/webhooks.ts';
import { SeededChance } from './chance.ts';
import { APIS, Estate } from './estate.ts';
import { CLIENT_FAULTS } from './client-faults.ts';
import { DATABASE_FAULTS } from './database-faults.ts';
import type { Fault } from './fault.ts';
import { PROCESS_FAULTS } from './process-faults.ts';
import { Follower, Load } from './load.ts';
import { expectAllHolds } from './invariants.ts';

/** Set by `npm run faults`: how many rounds, and the seed that they are drawn from. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? '0');
const SEED = Number(process.env['FAULT_SEED'] ?? '1');
const CLIENTS = 4;
const ROUND_MS_MAX = 90_000;
const START_MS_MAX = 180_000;

const missing = Object.entries(programs())
  .filter(([, file]) => file === undefined)
  .map(([name]) => name);
const isWanted = ROUNDS > 0;
const withPrograms = isWanted && missing.length === 0 ? describe : describe.skip;
if (isWanted && missing.length > 0) process.stderr.write(`Faults are skipped: there is no ${missing.join(', ')}.\n`);

const FAULTS = [...PROCESS_FAULTS, ...DATABASE_FAULTS, ...CLIENT_FAULTS];
const chance = new SeededChance(SEED);

/** All faults in an order of chance, and again; one alone, which is skipped, when nobody asked for rounds. */
function drawn(): Fault[] {
  const rounds: Fault[] = [];
  while (rounds.length < ROUNDS) rounds.push(...chance.shuffled(FAULTS));
  return ROUNDS > 0 ? rounds.slice(0, ROUNDS) : FAULTS.slice(0, 1);
}

withPrograms(`faults under load, seed ${SEED}`, () => {
  let estate: Estate;
  let load: Load;
  let follower: Follower;
  /** What one round has broken the next ones would find again. */
  let failedBefore: string | undefined;

  beforeAll(async () => {
    await buildServer();
    estate = await Estate.open();
    load = new Load(estate);
    const hook = { uri: estate.receiver.url('/hook'), context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' };
    const request = { query: CREATE_CONFIGURATION, variables: { input: configurationInput(hook) } };
    await load.post(estate.process(APIS[0] ?? ''), request);
    follower = await Follower.start(estate, load);
  }, START_MS_MAX);
  afterAll(async () => {
    await load.end();
    await follower.end();
    await estate.close();
  });

  test.each(drawn().map((fault, round) => ({ round: round + 1, name: fault.name, fault })))(
    'round $round: $name',
    async ({ fault, name }) => {
      expect({ failedBefore }).toEqual({ failedBefore: undefined });
      failedBefore = name;
      load.begin(CLIENTS);
      try {
        await wait(chance.integer(200, 600));
        await fault.strike({ estate, load, follower, chance });
        await wait(chance.integer(100, 300));
      } finally {
        await load.end();
      }
      await expectAllHolds({ estate, load, follower });
      failedBefore = undefined;
    },
    ROUND_MS_MAX,
  );
});
