// Starts two api and two worker processes on the PostgreSQL and the NATS of the environment, to try out a cluster on
// one machine. There is no load balancer in front of them: use either of the printed addresses. Ctrl-C stops all.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SERVER = join(import.meta.dirname, '..', 'dist', 'server', 'main.js');
/** Port of the first api process, unless PORT is set; the others use the next ones. */
const PORT_DEFAULT = 4000;

const { DATABASE_URL, NATS_URL, PORT, ...inherited } = process.env;
if (DATABASE_URL === undefined) {
  process.stderr.write('DATABASE_URL is missing: a cluster requires PostgreSQL. NATS_URL is optional.\n');
  process.exit(1);
}

const first = Number(PORT ?? PORT_DEFAULT);
const members = ['api', 'api', 'worker', 'worker'].map((role, index) => ({
  name: `${role}-${(index % 2) + 1}`,
  role,
  port: first + index,
}));

/** All processes trust the tokens that the first one signs; with a shared DATA_DIR they also sign with the same key. */
function environmentOf({ role, port }) {
  const publicUrl = inherited.PUBLIC_URL ?? `http://localhost:${first}`;
  return {
    SANDBOX: 'true',
    AUTH_ISSUER: publicUrl,
    ...inherited,
    DATABASE_URL,
    ...(NATS_URL === undefined ? {} : { NATS_URL }),
    ROLES: role,
    PORT: String(port),
  };
}

function start(member) {
  const child = spawn(process.execPath, ['--no-warnings', SERVER], {
    env: environmentOf(member),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${member.name}: ${line}\n`));
  return child;
}

const children = members.map(start);
for (const { name, port } of members)
  process.stdout.write(`${name}: http://localhost:${port}${name.startsWith('api') ? '/graphql' : '/health/ready'}\n`);

let isStopping = false;
function stop() {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

const codes = await Promise.all(
  children.map(
    (child) =>
      new Promise((resolve) => {
        child.once('exit', (code) => {
          // If one exits by itself, all are stopped: a cluster of three would look like one of four.
          stop();
          resolve(code ?? 1);
        });
      }),
  ),
);
process.exit(Math.max(...codes));
