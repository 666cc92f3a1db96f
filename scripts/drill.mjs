// Runs real failovers: `npm run drill -- --rounds 3`. Starts its own PostgreSQL under Patroni, PgBouncer and a NATS
// cluster on this machine, and the built gateway between them and its clients.
import { parseArgs } from 'node:util';
import { drill } from '../test/drill/drill.ts';

const { values } = parseArgs({
  options: {
    // How often the primary is killed.
    rounds: { type: 'string', default: '3' },
    // Pockets that are requested per second.
    rate: { type: 'string', default: '200' },
    subscribers: { type: 'string', default: '50' },
    // Runs only the parts whose names contain this: failover, pgbouncer, nats.
    only: { type: 'string', default: '' },
  },
});
const numbers = [values.rounds, values.rate, values.subscribers];
if (!numbers.every((number) => /^[1-9]\d{0,3}$/.test(number))) {
  process.stderr.write(
    'npm run drill -- [--rounds 1…9999] [--rate 1…9999] [--subscribers 1…9999] [--only failover|pgbouncer|nats]\n',
  );
  process.exit(2);
}

const [rounds, rate, subscribers] = numbers.map(Number);
const tell = (line) => process.stdout.write(`${line}\n`);
process.exit(await drill({ rounds, rate, subscribers }, values.only, tell));
