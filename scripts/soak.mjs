// Runs a mixed load for a long time, and checks that nothing has grown: `npm run soak -- --minutes 60 --seed 7`.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { soak } from '../test/endurance/soak.ts';

const MINUTES_DEFAULT = '10';
const SEED_MAX = 1_000_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: MINUTES_DEFAULT },
    seed: { type: 'string', default: String(randomInt(1, SEED_MAX)) },
    // A PostgreSQL server on which a database is created for this; PGlite if absent.
    'database-url': { type: 'string' },
  },
});
const { minutes, seed, 'database-url': databaseUrl } = values;
if (!/^[1-9]\d{0,3}$/.test(minutes) || !/^\d{1,9}$/.test(seed)) {
  process.stderr.write('npm run soak -- [--minutes 1…9999] [--seed 0…999999999] [--database-url postgresql://…]\n');
  process.exit(2);
}

const tell = (line) => process.stdout.write(`${line}\n`);
tell(`${minutes} min of mixed life on ${databaseUrl === undefined ? 'PGlite' : 'PostgreSQL'}, seed ${seed}`);
const wrong = await soak({ minutes: Number(minutes), seed: Number(seed), databaseUrl, tell });
for (const sentence of wrong) tell(`WRONG: ${sentence}`);
tell(wrong.length === 0 ? 'All is flat.' : `${wrong.length} wrong`);
process.exit(wrong.length === 0 ? 0 : 1);
