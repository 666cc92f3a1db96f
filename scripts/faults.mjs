// Runs rounds of faults against real servers: `npm run faults -- --rounds 20 --seed 7`. The seed repeats them.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const ROUNDS_DEFAULT = '20';
/** After this time no further round is started on a storage. */
const SECONDS_DEFAULT = '3600';
const SEED_MAX = 1_000_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: ROUNDS_DEFAULT },
    seconds: { type: 'string', default: SECONDS_DEFAULT },
    seed: { type: 'string', default: String(randomInt(1, SEED_MAX)) },
    // Runs only the faults whose names contain this.
    only: { type: 'string', default: '' },
    // File for the results of jest, for CI.
    json: { type: 'string' },
  },
});
const { rounds, seed, seconds, only, json } = values;
if (!/^[1-9]\d{0,3}$/.test(rounds) || !/^\d{1,9}$/.test(seed) || !/^[1-9]\d{0,4}$/.test(seconds)) {
  process.stderr.write('npm run faults -- [--rounds 1…9999] [--seconds 1…99999] [--seed 0…999999999]\n');
  process.exit(2);
}

process.stdout.write(`${rounds} rounds of faults, seed ${seed}\n`);
const results = json === undefined ? [] : ['--json', '--outputFile', json];
const tests = only === '' ? 'test/faults/(rounds|noisy)' : 'test/faults/rounds';
const child = spawn('npm', ['run', '--silent', 'crash', '--', '-w', '1', ...results, tests], {
  stdio: 'inherit',
  env: { ...process.env, FAULT_ROUNDS: rounds, FAULT_SECONDS: seconds, FAULT_SEED: seed, FAULT_ONLY: only },
});
child.once('exit', (code) => {
  if (code !== 0) process.stderr.write(`Repeat it with: npm run faults -- --rounds ${rounds} --seed ${seed}\n`);
  process.exit(code ?? 1);
});
