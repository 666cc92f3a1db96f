// Rounds of faults against real servers: `npm run faults -- --rounds 20 --seed 7`. The seed repeats what it drew.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const ROUNDS_DEFAULT = '20';
/** Times that everything may take longer than the reliability figures say. */
const SLACK_DEFAULT = '1';
const SEED_MAX = 1_000_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: ROUNDS_DEFAULT },
    slack: { type: 'string', default: SLACK_DEFAULT },
    seed: { type: 'string', default: String(randomInt(1, SEED_MAX)) },
  },
});
const { rounds, seed, slack } = values;
if (!/^[1-9]\d{0,3}$/.test(rounds) || !/^\d{1,9}$/.test(seed) || !/^[1-9]\d?$/.test(slack)) {
  process.stderr.write('npm run faults -- [--rounds 1…9999] [--seed 0…999999999] [--slack 1…99]\n');
  process.exit(2);
}

process.stdout.write(`${rounds} rounds of faults, seed ${seed}\n`);
const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '-w', '1', 'test/faults'];
const child = spawn(process.execPath, jest, {
  stdio: 'inherit',
  env: { ...process.env, FAULT_ROUNDS: rounds, FAULT_SEED: seed, FAULT_SLACK: slack },
});
child.once('exit', (code) => {
  if (code !== 0) process.stderr.write(`Repeat it with: npm run faults -- --rounds ${rounds} --seed ${seed}\n`);
  process.exit(code ?? 1);
});
