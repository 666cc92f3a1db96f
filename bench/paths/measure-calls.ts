import { databaseUrl, withClient } from '../database.ts';
import { runLoad, type LoadResult } from '../load.ts';
import { addMessages } from '../messages/messages-world.ts';
import { cpuSeconds } from '../processes.ts';
import type { RunContext } from '../run-context.ts';
import type { ServerProcess } from '../server-process.ts';
import { startGateway } from '../systems.ts';
import { fetchTokenOf } from '../token.ts';
import type { Workload } from '../workloads.ts';
import { populate } from '../world.ts';

const MESSAGES = 20_000;

/** One kind of call to one gateway, and all gateways whose CPU it uses. */
export interface Call {
  readonly workload: Workload;
  readonly server: ServerProcess;
  readonly spenders: readonly ServerProcess[];
  readonly connections: number;
}

export interface CallRound extends LoadResult {
  /** CPU of each spender per call, in microseconds. */
  readonly cpuUs: readonly number[];
}

/** Creates a database with the benchmark's world, and replaces an existing one. */
export async function makeWorld({ options, databases, directory }: RunContext, database: string): Promise<void> {
  await databases.create(database);
  const starting = { databases, databaseUrl: options.databaseUrl, directory };
  await (await startGateway(starting, database, 'api')).stop();
  await withClient(databaseUrl(options.databaseUrl, database), async (client) => {
    await populate(client);
    await addMessages(client, MESSAGES);
  });
}

/** Measures the calls in turns, each round beginning with another one. Returns the rounds of each call. */
export async function measureCalls(context: RunContext, calls: readonly Call[]): Promise<readonly CallRound[][]> {
  const { rounds } = context.options;
  const measured = calls.map((): CallRound[] => []);
  // Round 0 does not count: code is compiled while it runs.
  for (let nth = 0; nth <= rounds; nth += 1)
    for (let turn = 0; turn < calls.length; turn += 1) {
      const which = (nth + turn) % calls.length;
      const call = calls[which];
      if (call === undefined) continue;
      const round = await measureCall(context, call);
      if (nth > 0) measured[which]?.push(round);
      const spent = round.cpuUs.map((us) => us.toFixed(0)).join(' + ');
      process.stderr.write(`round ${nth} ${call.workload.title}: ${spent} µs CPU\n`);
    }
  return measured;
}

async function measureCall({ options, databases, signal }: RunContext, call: Call): Promise<CallRound> {
  const { workload, server, spenders, connections } = call;
  const targets = [{ port: server.port, token: await fetchTokenOf(server.port) }];
  const load = { targets, database: 'any', workload, connections, signal };
  await databases.checkpoint();
  await runLoad({ ...load, seconds: options.warmupSeconds });
  const before = spenders.map(({ pid }) => cpuSeconds(pid));
  const result = await runLoad({ ...load, seconds: options.seconds });
  const cpuUs = spenders.map(({ pid }, nth) => ((cpuSeconds(pid) - (before[nth] ?? NaN)) * 1e6) / result.answers);
  for (const spender of spenders) spender.assertAlive();
  return { ...result, cpuUs };
}
