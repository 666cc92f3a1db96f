import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { databaseUrl, withClient } from '../database.ts';
import { LOAD_CPU } from '../processes.ts';
import type { Section } from '../report.ts';
import type { RunContext } from '../run-context.ts';
import type { ServerProcess } from '../server-process.ts';
import { medianOf } from '../statistics.ts';
import { atMost } from '../target.ts';
import { startGateway } from '../systems.ts';
import { BENCH_CLIENT } from '../token.ts';
import { createByGraphql, createByRest } from './calls.ts';
import { makeWorld, measureCalls, type CallRound } from './measure-calls.ts';

const [BANK, FRONT] = ['bench_bank', 'bench_front'];
const COMMAND = fileURLToPath(new URL('../../dist/server/run-command.js', import.meta.url));
/** The maximum of a partner's concurrent calls to the provider. */
const CONNECTIONS = 8;
/** Target: time of the gateway in front in addition to its call and two commits, one request at a time, in milliseconds. */
const WANTED_MS = 1;
/** Commits that are timed. */
const COMMITS = 300;

/** Measures the cost of a gateway that uses another one as its provider, compared with direct calls to that one. */
export async function runFront(context: RunContext): Promise<Section> {
  const { options, databases, directory } = context;
  await makeWorld(context, BANK);
  await databases.create(FRONT, BANK);
  await introduce(context);
  const starting = { databases, databaseUrl: options.databaseUrl, directory };
  const servers: ServerProcess[] = [];
  try {
    const bank = await startGateway({ ...starting, cpus: String(LOAD_CPU) }, BANK, 'api');
    servers.push(bank);
    const url = `http://localhost:${bank.port}`;
    const settings = { PROVIDER: 'rest', PROVIDER_URL: url, PROVIDER_RATE: '0' };
    const front = await startGateway({ ...starting, settings }, FRONT, 'api');
    servers.push(front);
    const direct = { workload: createByRest, server: bank, spenders: [bank] };
    const through = { workload: createByGraphql, server: front, spenders: [front, bank] };
    const measured = await measureCalls(context, [
      { ...direct, connections: CONNECTIONS },
      { ...through, connections: CONNECTIONS },
      { ...direct, connections: 1 },
      { ...through, connections: 1 },
    ]);
    return sectionOf(measured, await commitMs(databaseUrl(options.databaseUrl, FRONT)));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Returns how long PostgreSQL takes to store a row and commit it, in milliseconds, as a median. */
function commitMs(url: string): Promise<number> {
  return withClient(url, async (client) => {
    await client.query('create table committed (nth int)');
    const taken: number[] = [];
    for (let nth = 0; nth < COMMITS; nth += 1) {
      const began = performance.now();
      await client.query('insert into committed values ($1)', [nth]);
      taken.push(performance.now() - began);
    }
    return medianOf(taken);
  });
}

function sectionOf(
  [direct = [], through = [], directAlone = [], throughAlone = []]: readonly CallRound[][],
  oneCommitMs: number,
): Section {
  const cpu = (rounds: readonly CallRound[], which: number) => medianOf(rounds.map(({ cpuUs }) => cpuUs[which] ?? NaN));
  const p50 = (rounds: readonly CallRound[]) => medianOf(rounds.map(({ p50Ms }) => p50Ms));
  const overhead = medianOf(throughAlone.map(({ p50Ms }, nth) => p50Ms - (directAlone[nth]?.p50Ms ?? NaN)));
  const row = (
    title: string,
    alone: readonly CallRound[],
    many: readonly CallRound[],
    [own, bank]: [number, number],
  ) => {
    const ownUs = Number.isNaN(own) ? '–' : own.toFixed(0);
    return `| ${title} | ${ownUs} | ${bank.toFixed(0)} | ${p50(alone).toFixed(2)} | ${p50(many).toFixed(2)} |`;
  };
  const lines = [
    `\`npm run bench front\`. A pocket over REST at a gateway (the bank), and over GraphQL at one with \`PROVIDER=rest\` that asks it. CPU is of ${CONNECTIONS} connections; the bank shares its CPU with load and database.`,
    '',
    `| Asked | CPU µs/request in front | CPU µs/request at the bank | p50 ms, 1 connection | p50 ms, ${CONNECTIONS} connections |`,
    '|---|---|---|---|---|',
    row('the bank', directAlone, direct, [NaN, cpu(direct, 0)]),
    row('the gateway in front', throughAlone, through, [cpu(through, 0), cpu(through, 1)]),
    '',
    `- CPU in front: ${(cpu(through, 0) / cpu(direct, 0)).toFixed(2)} × that of the bank asked directly`,
    `- p50 beside the call, one request at a time: ${overhead.toFixed(2)} ms; a commit takes ${oneCommitMs.toFixed(2)} ms`,
  ];
  const targets = [
    atMost('p50 beside the call and two commits, one request at a time', overhead - 2 * oneCommitMs, WANTED_MS, ' ms'),
  ];
  return { title: 'A gateway in front of another', lines, targets };
}

/** Gives the gateway in front the credentials of the benchmark's partner at the bank. */
async function introduce({ options, directory }: RunContext): Promise<void> {
  const { partnerId, id: clientId, secret: clientSecret } = BENCH_CLIENT;
  const url = databaseUrl(options.databaseUrl, FRONT);
  const child = spawn(process.execPath, ['--no-warnings', COMMAND, 'provider', 'put', partnerId], {
    env: { PATH: process.env['PATH'], SANDBOX: 'true', DATA_DIR: directory, DATABASE_URL: url },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ clientId, clientSecret }));
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${partnerId} could not be introduced to the gateway in front.`);
}
