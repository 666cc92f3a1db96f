// Abuses by a partner beside another, drawn at random: `npm run abuse -- --seconds 60 --seed 7`. The seed repeats them.
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ABUSE_HEADS, AbuseRun } from '../test/endurance/abuse-run.ts';

const SECONDS_DEFAULT = '180';
const SEED_MAX = 1_000_000;

const { values } = parseArgs({
  options: {
    // No further abuse is begun after so long.
    seconds: { type: 'string', default: SECONDS_DEFAULT },
    seed: { type: 'string', default: process.env.ABUSE_SEED ?? String(randomInt(1, SEED_MAX)) },
    // A part of the names of the abuses that are wanted.
    only: { type: 'string', default: '' },
    // A PostgreSQL server on which a database is made for this; PGlite when absent.
    'database-url': { type: 'string' },
    // Where the counts are written down as jest does, for CI.
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
