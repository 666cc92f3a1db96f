// Runs random abuses by one partner next to another: `npm run abuse -- --seconds 60 --seed 7`. The seed repeats them.
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ABUSE_HEADS, AbuseRun } from '../test/endurance/abuse-run.ts';

const SECONDS_DEFAULT = '180';
const SEED_MAX = 1_000_000;

const { values } = parseArgs({
  options: {
    // After this time no further abuse is started.
    seconds: { type: 'string', default: SECONDS_DEFAULT },
    seed: { type: 'string', default: process.env.ABUSE_SEED ?? String(randomInt(1, SEED_MAX)) },
    // Runs only the abuses whose names contain this.
    only: { type: 'string', default: '' },
    // A PostgreSQL server on which a database is created for this; PGlite if absent.
    'database-url': { type: 'string' },
    // File for the counts, in the format of jest, for CI.
    json: { type: 'string' },
  },
});
const { seconds, seed, only, json, 'database-url': databaseUrl } = values;
if (!/^[1-9]\d{0,4}$/.test(seconds) || !/^\d{1,9}$/.test(seed)) {
  process.stderr.write(
    'npm run abuse -- [--seconds 1…99999] [--seed 0…999999999] [--only NAME] [--database-url postgresql://…]\n',
  );
  process.exit(2);
}

const tell = (line) => process.stdout.write(`${line}\n`);
tell(`Abuses for ${seconds} s on ${databaseUrl === undefined ? 'PGlite' : 'PostgreSQL'}, seed ${seed}\n${ABUSE_HEADS}`);
const options = { seconds: Number(seconds), seed: Number(seed), only, databaseUrl, tell };
const { wrong, done } = await AbuseRun.of(options);
for (const sentence of wrong) tell(`WRONG: ${sentence}`);
tell(`${done.length} abuses, ${wrong.length} wrong`);
const counts = { numPassedTests: done.length, numFailedTests: wrong.length, numPendingTests: 0 };
if (json !== undefined) writeFileSync(json, JSON.stringify(counts));
process.exit(wrong.length === 0 ? 0 : 1);
